import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { MenuItem, MenuSources } from '#contract/menu/menu.ts'
import type { PublishedMenu, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Menu from '#domain/menu/menu.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { useShownPicture } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { CategoryRail } from './category-rail.tsx'
import { DishPanel } from './dish-panel.tsx'
import { DraftBar, DraftConflict } from './draft-bar.tsx'
import { DishGrid } from './edited-dishes.tsx'
import { EditorHead } from './editor-head.tsx'
import { EditorSheet } from './editor-sheet.tsx'
import { publishedQuery, shown, sourcesOf, usePublishedItems } from './menu-draft.ts'
import { MovedOn } from './moved-on.tsx'
import { savedDraftQuery } from './saved-draft.ts'
import { useEditor } from './use-editor.ts'

type CardProps = {
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly level: 2 | 3
  readonly first: boolean
  readonly shape: 'row'
  readonly onCustomise: () => void
}
type CustomiserProps = {
  readonly line: { readonly selection: Menu.Selection; readonly quantity: number; readonly chefComment: string }
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly onSave: () => void
  readonly onClose: () => void
  readonly doneLabel: string
}

/**
 * The components with which customers see and choose a dish. The page passes them in, because staff's folders never
 * import customers' folders.
 */
type Shown = { readonly Card: ComponentType<CardProps>; readonly Customiser: ComponentType<CustomiserProps> }
type Props = Shown & { readonly user: User; readonly site: Site }

export function MenuEditor({ user, site, ...shown }: Props) {
  const menu = useQuery({ ...publishedQuery, refetchOnMount: 'always', refetchOnWindowFocus: true })
  const saved = useQuery(savedDraftQuery)
  useSessionEnd(menu.error ?? saved.error)
  const trouble = (
    <>
      <LoadTrouble what={menu.data ? 'The menu may be out of date.' : 'The menu did not load.'} query={menu} />
      {!saved.data && !menu.error && <LoadTrouble what="Your draft did not load." query={saved} />}
    </>
  )
  if (menu.data && saved.data) {
    return (
      <Editor user={user} site={site} published={menu.data} saved={saved.data} {...shown}>
        {trouble}
      </Editor>
    )
  }
  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="flex-1 px-4 pb-10">
        {trouble}
        {!menu.error && !saved.error && <Skeleton className="h-96 w-full rounded-card" />}
      </main>
    </OfficeFrame>
  )
}

type EditorProps = Props & {
  readonly published: PublishedMenu
  readonly saved: SavedMenuDraft
  readonly children: ReactNode
}

function Editor({ user, site, published, saved, Card, Customiser, children }: EditorProps) {
  const editor = useEditor(published, saved)
  const [search, setSearch] = useState('')
  const { own, draft, category, dish, isStale, removed, open, setOpen, close } = editor
  const items = usePublishedItems()
  const picture = items.get(dish?.id ?? '')?.picture ?? null
  const shownPicture = useShownPicture(dish?.picture, picture)
  const preview = category && dish && shown(category, dish, shownPicture)
  const sources = sourcesOf(draft)

  return (
    <OfficeFrame user={user} site={site} aside={<CategoryRail editor={editor} />}>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col px-4">
        {children}
        {own.standing === 'conflict' && <DraftConflict onTheirs={own.takeTheirs} onOwn={own.keepOwn} />}
        {removed && <RemovedDish name={removed.dish.name} onPutBack={editor.putBack} />}
        {isStale && <MovedOn editor={editor} version={published.version} />}
        <div className={`grid flex-1 content-start gap-5 pb-6 ${dish ? 'lg:grid-cols-[minmax(0,1fr)_23rem]' : ''}`}>
          <section aria-label="Dishes" className={dish ? 'max-lg:hidden' : ''}>
            <EditorHead editor={editor} items={items} search={search} onSearch={setSearch} />
            {category ? (
              <DishGrid editor={editor} category={category} search={search} items={items} />
            ) : (
              <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
                Start the menu with a category.
              </p>
            )}
          </section>
          {category && dish && preview && (
            <DishPanel
              editor={editor}
              category={category}
              dish={dish}
              known={picture}
              preview={<Preview item={preview} sources={sources} Card={Card} onTry={() => setOpen('try')} />}
            />
          )}
        </div>
        <DraftBar editor={editor} />
      </main>
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
    </OfficeFrame>
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

type PreviewProps = Pick<Shown, 'Card'> & {
  readonly item: MenuItem
  readonly sources: MenuSources
  readonly onTry: () => void
}

function Preview({ item, sources, Card, onTry }: PreviewProps) {
  return (
    <section
      aria-label="As customers see it"
      className="flex flex-wrap items-end gap-x-3 gap-y-1 rounded-card lg:bg-raise2 lg:p-3"
    >
      {/* As wide as a card on the menu. In a wider card the picture would be blurred. */}
      <div inert className="w-full max-w-92 lg:max-w-60 lg:[zoom:0.75]">
        <Card item={item} sources={sources} level={3} first={false} shape="row" onCustomise={onTry} />
      </div>
      <TextButton onClick={onTry} className="px-2 text-sm">
        Try the choices
      </TextButton>
    </section>
  )
}
