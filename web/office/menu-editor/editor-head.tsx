import { type MouseEvent, useId } from 'react'
import { type Span, written } from '#domain/text/spans.ts'
import { useServedFrom } from '#web/orders/dishes/served-now.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { KnownItem } from './menu-draft.ts'
import type { Editor, Open } from './use-editor.ts'

type Props = {
  readonly editor: Editor
  readonly items: ReadonlyMap<string, KnownItem>
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** The heading, the search and the actions on the menu. On a phone, the category is also chosen here. */
export function EditorHead({ editor, items, search, onSearch }: Props) {
  const { draft, category, setAt, addDish, addCategory } = editor
  const all = draft.categories.reduce((sum, each) => sum + each.items.length, 0)
  const soldOut = category?.items.filter(({ id }) => items.get(id)?.isAvailable === false).length ?? 0
  return (
    <div className="grid gap-3 pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-24 flex-1">
          <h2 className="wrap-anywhere text-page leading-tight">
            {category ? category.title || 'Without a name' : 'Menu'}
          </h2>
          <p className="text-sm text-soft">
            {category?.items.length === 1 ? '1 dish' : `${category?.items.length ?? 0} dishes`}
            {soldOut > 0 && `, ${soldOut} sold out`}
            {category?.served && <ServedNow served={category.served} />}
          </p>
        </div>
        {category ? (
          <Button variant="secondary" onClick={() => addDish(category)}>
            <Icon name="plus" /> New dish
          </Button>
        ) : (
          <Button variant="secondary" onClick={addCategory}>
            New category
          </Button>
        )}
        <MoreMenu editor={editor} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        {category && (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 lg:hidden">
            <Select label="Category" value={category.id} onChange={(event) => setAt({ category: event.target.value })}>
              {draft.categories.map(({ id, title, items }) => (
                <option key={id} value={id}>
                  {title || 'Without a name'} ({items.length})
                </option>
              ))}
            </Select>
            <Button variant="secondary" onClick={addCategory} className="px-3!">
              <Icon name="plus" />
              <span className="sr-only">New category</span>
            </Button>
          </div>
        )}
        <input
          type="search"
          aria-label="Find a dish"
          value={search}
          placeholder={`Find one of ${all} dishes`}
          onChange={(event) => onSearch(event.target.value)}
          className="min-h-12 w-full self-end rounded-control border border-edge bg-ground px-4 placeholder:text-soft"
        />
      </div>
    </div>
  )
}

/** The hours of the category, and whether customers can order from it now. */
function ServedNow({ served }: { served: readonly Span[] }) {
  const from = useServedFrom({ served: [served] }, '')
  return (
    <>
      , served <span className="figures">{written(served)}</span>
      {from !== '' && <span className="font-semibold text-promise">, not now</span>}
    </>
  )
}

function MoreMenu({ editor: { category, setOpen, own, discard } }: { editor: Editor }) {
  const id = useId()

  function close({ target, currentTarget }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest('button')) currentTarget.hidePopover()
  }

  const row = (title: string, sheet: Open) => (
    <button type="button" className="menu-row" onClick={() => setOpen(sheet)}>
      {title}
    </button>
  )
  return (
    <div className="relative">
      <button type="button" popoverTarget={id} className={buttonClass('secondary')}>
        More
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the rows are buttons, whose keys click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed */}
      <div id={id} popover="auto" onClick={close} className="office-popover">
        {category && row('Edit category', 'category')}
        {row('Change prices', 'prices')}
        {row('Import', 'import')}
        {row('Export', 'export')}
        {row('History', 'history')}
        {own.draft && (
          <button type="button" className="menu-row text-alarm" onClick={() => void discard()}>
            Give up changes
          </button>
        )}
      </div>
    </div>
  )
}
