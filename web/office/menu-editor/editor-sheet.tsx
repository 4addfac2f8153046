import { lazy, Suspense } from 'react'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CategoryForm } from './category-form.tsx'
import { History } from './history.tsx'
import { PriceChange } from './price-change.tsx'
import { PublishForm } from './publish-form.tsx'
import type { Editor, Open } from './use-editor.ts'

const ImportForm = lazy(() => import('#web/office/menu-import/import-form.tsx'))

const titles: Readonly<Record<Exclude<Open, 'try'>, string>> = {
  publish: 'Publish the menu',
  prices: 'Change prices',
  history: 'History',
  import: 'Import',
  export: 'Export',
  category: 'Category',
}

type Props = { readonly editor: Editor; readonly published: PublishedMenu }

export function EditorSheet({ editor, published }: Props) {
  const { open, close, draft, changed, change, category, onPublished } = editor
  return (
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
      {open === 'export' && <ExportLinks version={published.version} hasDraft={changed} />}
      {open === 'prices' && (
        <PriceChange
          draft={draft}
          initial={category?.id ?? ''}
          onApply={(next) => {
            change(next)
            close()
          }}
        />
      )}
      {open === 'category' && category && (
        <CategoryForm draft={draft} category={category} onChange={change} onDone={close} />
      )}
    </Sheet>
  )
}

function ExportLinks({ version, hasDraft }: { version: number; hasDraft: boolean }) {
  return (
    <div className="grid gap-4">
      <p>
        The menu that is published, version {version}.{hasDraft && ' The draft is not in it.'}
      </p>
      <a href="/api/office/menu-sheet" download={`menu-${version}.csv`} className={buttonClass('secondary')}>
        Table (CSV)
      </a>
      <p className="text-soft text-sm">
        A row for each dish and size, for Excel, LibreOffice or Google Sheets. Pictures, and the choices themselves, are
        not in it; an import leaves them as they are.
      </p>
      <a href="/api/office/menu" download={`menu-${version}.json`} className={buttonClass('secondary')}>
        Everything (JSON)
      </a>
    </div>
  )
}
