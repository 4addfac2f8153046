import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { MenuItem, MenuSources } from '#contract/menu/menu.ts'
import type { PublishedMenu, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import type { Picture } from '#contract/picture.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Menu from '#domain/menu/menu.ts'
import { queries } from '#web/data/api/queries.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { useShownPicture } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DishForm } from './dish-form.tsx'
import { DraftConflict, DraftStatus } from './draft-status.tsx'
import { CategoryDishes } from './edited-dishes.tsx'
import { EditorSheet } from './editor-sheet.tsx'
import { publishedQuery, shown, sourcesOf } from './menu-draft.ts'
import { savedDraftQuery } from './saved-draft.ts'
import { type Editor as EditorState, useEditor } from './use-editor.ts'

type CardProps = {
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly level: 2 | 3
  readonly first: boolean
  readonly shape: 'row'
  readonly onCustomise: () => void
}
type EditorProps = {
  readonly line: { readonly selection: Menu.Selection; readonly quantity: number; readonly chefComment: string }
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
        {!saved.data && !menu.error && <LoadTrouble what="Your draft did not load." query={saved} />}
        {menu.data && saved.data ? (
          <Editor published={menu.data} saved={saved.data} {...shown} />
        ) : (
          !menu.error && !saved.error && <Skeleton className="h-96 w-full rounded-card" />
        )}
      </main>
    </OfficeFrame>
  )
}

function Editor(props: Shown & { published: PublishedMenu; saved: SavedMenuDraft }) {
  const { published, saved, Card, Customiser } = props
  const editor = useEditor(published, saved)
  const { own, draft, category, dish, isStale, removed, open, setOpen, close } = editor
  const known = useQuery(queries.wholeMenu()).data?.items
  const picture = known?.find(({ id }) => id === dish?.id)?.picture ?? null
  const shownPicture = useShownPicture(dish?.picture, picture)
  const preview = category && dish && shown(category, dish, shownPicture)
  const sources = sourcesOf(draft)

  return (
    <>
      <Toolbar editor={editor} saved={saved.draft} />
      {own.standing === 'conflict' && <DraftConflict onTheirs={own.takeTheirs} onOwn={own.keepOwn} />}
      {removed && <RemovedDish name={removed.dish.name} onPutBack={editor.putBack} />}
      {isStale && (
        <p role="alert" className="mb-4 rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
          The menu was changed somewhere else: version {published.version} is published, and this draft began with
          version {draft.version}. Note what you changed, then give up the draft and begin again.
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] min-[88rem]:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_24rem]">
        <div className={dish ? 'max-lg:hidden' : ''}>
          {!category && (
            <Button onClick={editor.addCategory} className="justify-self-start">
              New category
            </Button>
          )}
          {category && (
            <CategoryDishes
              draft={draft}
              category={category}
              selected={dish?.id}
              onChange={editor.change}
              onSelect={editor.show}
              onNewDish={() => editor.addDish(category)}
              onEditCategory={() => setOpen('category')}
              onNewCategory={editor.addCategory}
            />
          )}
        </div>
        <DishSection editor={editor} known={picture} />
        {preview && <Preview item={preview} sources={sources} Card={Card} onTry={() => setOpen('try')} />}
      </div>
      {open === 'try' && preview && (
        <Customiser
          line={{ selection: Menu.presets(preview, sources), quantity: 1, chefComment: '' }}
          item={preview}
          sources={sources}
          doneLabel="Done"
          onSave={() => {}}
          onClose={close}
        />
      )}
      <EditorSheet editor={editor} published={published} />
    </>
  )
}

function Toolbar({ editor, saved }: { editor: EditorState; saved: SavedMenuDraft['draft'] }) {
  const { own, changed, isStale, setOpen, discard } = editor
  return (
    <div className="flex flex-wrap items-center gap-2 pb-4">
      <Button disabled={!changed || isStale} onClick={() => setOpen('publish')}>
        Publish
      </Button>
      <Button variant="secondary" onClick={() => setOpen('prices')}>
        Change prices
      </Button>
      <Button variant="secondary" onClick={() => setOpen('history')}>
        History
      </Button>
      <Button variant="secondary" onClick={() => setOpen('import')}>
        Import
      </Button>
      <Button variant="secondary" onClick={() => setOpen('export')}>
        Export
      </Button>
      {own.draft && (
        <Button variant="quiet" onClick={() => void discard()}>
          Give up changes
        </Button>
      )}
      <DraftStatus changed={changed} standing={own.standing} saved={saved} />
    </div>
  )
}

function RemovedDish({ name, onPutBack }: { name: string; onPutBack: () => void }) {
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-raise2 px-4 py-2">
      <p className="wrap-anywhere min-w-0 flex-1">{name || 'The dish'} is removed.</p>
      <Button variant="onWash" onClick={onPutBack}>
        Put back
      </Button>
    </div>
  )
}

/** The dish that is edited, or what to do where none is. */
function DishSection({ editor, known }: { editor: EditorState; known: Picture | null }) {
  const { draft, category, dish, heading, setAt, change, removeDish, addDish } = editor
  return (
    <section aria-label="Dish" className={dish ? 'grid gap-4' : 'max-lg:hidden'}>
      {category && dish ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-2xl outline-none">
              {dish.name || 'Without a name'}
            </h2>
            <Button variant="secondary" className="lg:hidden" onClick={() => setAt({ category: category.id })}>
              All dishes
            </Button>
          </div>
          <DishForm
            key={dish.id}
            draft={draft}
            category={category}
            dish={dish}
            known={known}
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
  )
}

type PreviewProps = Pick<Shown, 'Card'> & {
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly onTry: () => void
}

function Preview({ item, sources, Card, onTry }: PreviewProps) {
  return (
    <section
      aria-label="As customers see it"
      className="grid gap-3 rounded-card bg-raise2 p-4 lg:max-[88rem]:col-start-2"
    >
      <h2 className="text-lg">As customers see it</h2>
      {/* As wide as a card of the menu: its picture has no more pixels. */}
      <div inert className="max-w-60">
        <Card item={item} sources={sources} level={3} first={false} shape="row" onCustomise={onTry} />
      </div>
      <Button variant="onWash" onClick={onTry}>
        Try the choices
      </Button>
    </section>
  )
}
