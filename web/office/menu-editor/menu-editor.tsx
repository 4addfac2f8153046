import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useRef, useState } from 'react'
import type { MenuItem, MenuSources } from '#contract/menu/menu.ts'
import type { MenuCategory, PublishedMenu, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Menu from '#domain/menu/menu.ts'
import { firstFree } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { queries } from '#web/data/api/queries.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { toastDone } from '#web/data/toast.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { useShownPicture } from '#web/office/photos/photo-field.tsx'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CategoryForm, newCategory } from './category-form.tsx'
import { DishForm, dishName } from './dish-form.tsx'
import { DraftConflict, DraftStatus } from './draft-status.tsx'
import { CategoryDishes } from './edited-dishes.tsx'
import { History } from './history.tsx'
import {
  type Dish,
  type Draft,
  isChanged,
  isUntouched,
  publishedQuery,
  shown,
  sourcesOf,
  takenIds,
  withCategory,
} from './menu-draft.ts'
import { PriceChange } from './price-change.tsx'
import { PublishForm } from './publish-form.tsx'
import { savedDraftQuery, useSavedDraft } from './saved-draft.ts'

type CardProps = {
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly level: 2 | 3
  readonly first: boolean
  readonly shape: 'row'
  readonly onCustomise: () => void
}
type EditorProps = {
  readonly line: { readonly selection: Menu.Selection; readonly quantity: number; readonly note: string }
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly onSave: () => void
  readonly onClose: () => void
  readonly doneLabel: string
}

/** The card and the customiser of the menu, which the page brings: customers and owners see the same ones. */
type Shown = { readonly Card: ComponentType<CardProps>; readonly Customiser: ComponentType<EditorProps> }
type Props = Shown & { readonly user: User; readonly site: Site }

/** The owner's menu: a draft that is published as a whole. */
export function MenuEditor({ user, site, ...shown }: Props) {
  const menu = useQuery({ ...publishedQuery, refetchOnMount: 'always', refetchOnWindowFocus: true })
  const saved = useQuery(savedDraftQuery)
  useSessionEnd(menu.error ?? saved.error)
  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="flex-1 px-4 pb-10">
        <LoadTrouble what={menu.data ? 'The menu may be out of date.' : 'The menu did not load.'} query={menu} />
        {!saved.data && !menu.error && <LoadTrouble what="The draft did not load." query={saved} />}
        {menu.data && saved.data ? (
          <Editor published={menu.data} saved={saved.data} {...shown} />
        ) : (
          !menu.error && !saved.error && <Skeleton className="h-96 w-full rounded-card" />
        )}
      </main>
    </OfficeFrame>
  )
}

const ImportForm = lazy(() => import('#web/office/menu-import/import-form.tsx'))

type Open = 'publish' | 'prices' | 'history' | 'import' | 'export' | 'category' | 'discard' | 'try'

const titles: Readonly<Record<Exclude<Open, 'try'>, string>> = {
  publish: 'Publish the menu',
  prices: 'Change prices',
  history: 'History',
  import: 'Import',
  export: 'Export',
  category: 'Category',
  discard: 'Give up changes',
}

function Editor(props: Shown & { published: PublishedMenu; saved: SavedMenuDraft }) {
  const { published, saved, Card, Customiser } = props
  const client = useQueryClient()
  const known = useQuery(queries.wholeMenu()).data?.items
  const own = useSavedDraft(saved)
  useUnsaved(own.standing !== 'saved')
  const kept = own.draft
  const draft: Draft = kept ?? published
  const [at, setAt] = useState<{ readonly category: string; readonly dish?: string }>({ category: '' })
  const [open, setOpen] = useState<Open>()
  /** The dish that was removed last, until something else is changed. */
  const [removed, setRemoved] = useState<{ readonly dish: Dish; readonly before: Draft; readonly category: string }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const changed = isChanged(draft, published)
  const isStale = kept !== undefined && kept.version !== published.version

  const holding = (id: string) => draft.categories.find(({ items }) => items.some((item) => item.id === id))
  const category =
    (at.dish === undefined ? undefined : holding(at.dish)) ??
    draft.categories.find(({ id }) => id === at.category) ??
    draft.categories[0]
  const dish = category?.items.find(({ id }) => id === at.dish)

  /** A category that was begun and not touched goes with its sheet: without a name it could not be published. */
  function close() {
    if (open === 'category' && category && isUntouched(category)) {
      change({ ...draft, categories: draft.categories.filter(({ id }) => id !== category.id) })
    }
    setOpen(undefined)
  }

  /** On a phone the list gives way to the dish and back: the focus and the view go along. */
  function show(next: typeof at) {
    setAt(next)
    requestAnimationFrame(() => heading.current?.focus())
  }

  function change(next: Draft | undefined) {
    own.change(next && isChanged(next, published) ? next : undefined)
    setRemoved(undefined)
  }

  function removeDish(from: MenuCategory, dish: Dish) {
    const items = from.items.filter(({ id }) => id !== dish.id)
    change(withCategory(draft, from.id, (each) => ({ ...each, items })))
    setRemoved({ dish, before: draft, category: from.id })
    setAt({ category: from.id })
  }

  function onPublished(menu: PublishedMenu) {
    setAnswer(client, 'GET /api/office/menu', menu)
    own.published()
    close()
    toastDone(`Version ${menu.version} is published.`)
  }

  function addCategory() {
    const { next, id } = newCategory(draft, category)
    change(next)
    setAt({ category: id })
    setOpen('category')
  }

  function addDish(to: MenuCategory) {
    const id = firstFree('new-dish', takenIds(draft))
    const added: Dish = {
      id,
      name: '',
      description: '',
      price: Money.zero,
      available: true,
      takesNote: true,
      groups: [],
    }
    change(withCategory(draft, to.id, (each) => ({ ...each, items: [...each.items, added] })))
    setAt({ category: to.id, dish: id })
    requestAnimationFrame(() => document.getElementsByName(dishName)[0]?.focus())
  }

  const picture = known?.find(({ id }) => id === dish?.id)?.picture ?? null
  const shownPicture = useShownPicture(dish?.picture, picture)
  const preview = category && dish && shown(category, dish, shownPicture)
  const sources = sourcesOf(draft)

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <Button disabled={!changed || isStale} onClick={() => setOpen('publish')}>
          Publish
        </Button>
        <Button look="secondary" onClick={() => setOpen('prices')}>
          Change prices
        </Button>
        <Button look="secondary" onClick={() => setOpen('history')}>
          History
        </Button>
        <Button look="secondary" onClick={() => setOpen('import')}>
          Import
        </Button>
        <Button look="secondary" onClick={() => setOpen('export')}>
          Export
        </Button>
        {kept && (
          <Button look="quiet" onClick={() => setOpen('discard')}>
            Give up changes
          </Button>
        )}
        <DraftStatus changed={changed} standing={own.standing} saved={saved.draft} />
      </div>
      {own.standing === 'conflict' && <DraftConflict onTheirs={own.takeTheirs} onOwn={own.keepOwn} />}
      {removed && (
        <div role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-raise2 px-4 py-2">
          <p className="wrap-anywhere min-w-0 flex-1">{removed.dish.name || 'The dish'} is removed.</p>
          <Button
            look="onWash"
            onClick={() => {
              change(removed.before)
              show({ category: removed.category, dish: removed.dish.id })
            }}
          >
            Put back
          </Button>
        </div>
      )}
      {isStale && (
        <p role="alert" className="mb-4 rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
          The menu was changed somewhere else: version {published.version} is published, and this draft began with
          version {draft.version}. Note what you changed, then give up the draft and begin again.
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] min-[88rem]:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_24rem]">
        <div className={dish ? 'max-lg:hidden' : ''}>
          {!category && (
            <Button onClick={addCategory} className="justify-self-start">
              New category
            </Button>
          )}
          {category && (
            <CategoryDishes
              draft={draft}
              category={category}
              selected={dish?.id}
              onChange={change}
              onSelect={show}
              onNewDish={() => addDish(category)}
              onEditCategory={() => setOpen('category')}
              onNewCategory={addCategory}
            />
          )}
        </div>
        <section aria-label="Dish" className={dish ? 'grid gap-4' : 'max-lg:hidden'}>
          {category && dish ? (
            <>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-2xl outline-none">
                  {dish.name || 'Without a name'}
                </h2>
                <Button look="secondary" className="lg:hidden" onClick={() => setAt({ category: category.id })}>
                  All dishes
                </Button>
              </div>
              <DishForm
                key={dish.id}
                draft={draft}
                category={category}
                dish={dish}
                known={picture}
                onChange={change}
                onRemove={() => removeDish(category, dish)}
                onNewDish={() => addDish(category)}
              />
            </>
          ) : (
            <p className="rounded-card border-2 border-line border-dashed px-6 py-20 text-center text-soft">
              Choose a dish to change it.
            </p>
          )}
        </section>
        {preview && (
          <section
            aria-label="As customers see it"
            className="grid gap-3 rounded-card bg-raise2 p-4 lg:max-[88rem]:col-start-2"
          >
            <h2 className="text-lg">As customers see it</h2>
            {/* As wide as a card of the menu: its picture has no more pixels. */}
            <div inert className="max-w-60">
              <Card item={preview} sources={sources} level={3} first={false} shape="row" onCustomise={close} />
            </div>
            <Button look="onWash" onClick={() => setOpen('try')}>
              Try the choices
            </Button>
          </section>
        )}
      </div>
      {open === 'try' && preview && (
        <Customiser
          line={{ selection: Menu.presets(preview, sources), quantity: 1, note: '' }}
          item={preview}
          sources={sources}
          doneLabel="Done"
          onSave={() => {}}
          onClose={close}
        />
      )}
      <Sheet
        open={open !== undefined && open !== 'try'}
        onClose={close}
        title={open && open !== 'try' ? titles[open] : ''}
      >
        {open === 'publish' && <PublishForm draft={draft} published={published} onPublished={onPublished} />}
        {open === 'history' && <History current={published.version} isChanged={changed} onPublished={onPublished} />}
        {open === 'import' && (
          <Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
            <ImportForm
              menu={draft.categories}
              doneLabel="Put into the draft"
              onDone={(categories) => {
                change({ ...draft, categories })
                close()
              }}
            />
          </Suspense>
        )}
        {open === 'export' && (
          <div className="grid gap-4">
            <p>
              The menu that is published, version {published.version}.{changed && ' The draft is not in it.'}
            </p>
            <a
              href="/api/office/menu-sheet"
              download={`menu-${published.version}.csv`}
              className={buttonClass('secondary')}
            >
              Sheet (CSV)
            </a>
            <p className="text-soft text-sm">
              A row for each dish and size, for Excel, LibreOffice or Google Sheets. Pictures, and the choices
              themselves, are not in it; an import leaves them as they are.
            </p>
            <a href="/api/office/menu" download={`menu-${published.version}.json`} className={buttonClass('secondary')}>
              Everything (JSON)
            </a>
          </div>
        )}
        {open === 'prices' && (
          <PriceChange
            draft={draft}
            first={category?.id ?? ''}
            onApply={(next) => {
              change(next)
              close()
            }}
          />
        )}
        {open === 'discard' && (
          <div className="grid gap-4">
            <p>What you changed since version {draft.version} was published is lost.</p>
            <Button
              look="danger"
              onClick={() => {
                change(undefined)
                close()
              }}
            >
              Give up all changes
            </Button>
          </div>
        )}
        {open === 'category' && category && (
          <CategoryForm draft={draft} category={category} onChange={change} onDone={close} />
        )}
      </Sheet>
    </>
  )
}
