import style from '#web/app/styles/staff.css?url'
import { queries } from '#web/data/api/queries.ts'
import { needs, type Page, siteOnly } from './pages.ts'

/** Adds the staff style sheet, which a document lacks if it began as a customers' page or as the offline page. */
async function addStyle(): Promise<void> {
  if (typeof document === 'undefined' || document.querySelector(`link[href="${style}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error('The style sheet did not load.'))
    }
    document.head.append(link)
  })
}

/** A page's name follows from its path: '/desk/new' is the page 'desk-new'. */
const ofStaff = (path: string, title: string, load: Page['load'], name = path.slice(1).replaceAll('/', '-')): Page => ({
  path,
  name,
  load: async () => {
    await addStyle()
    return load()
  },
  queries: siteOnly,
  frame: 'console',
  title,
})

/** Staff pages, a separate chunk that customers do not load. */
export const staffPages: readonly Page[] = [
  ofStaff('/desk', 'Desk', () => import('#web/desk/board/desk-page.tsx')),
  ofStaff('/desk/new', 'New order', () => import('#web/desk/counter/desk-new-page.tsx')),
  ofStaff('/kitchen', 'Kitchen', () => import('#web/desk/kitchen/kitchen-page.tsx')),
  ofStaff('/rider', 'Deliveries', () => import('#web/desk/riders/rider-page.tsx')),
  ofStaff('/setup', 'Set-up', () => import('#web/office/setup/setup-page.tsx')),
  ofStaff('/office', 'Office', () => import('#web/office/overview/office-page.tsx')),
  ofStaff('/office/orders', 'Orders', () => import('#web/office/orders/office-orders-page.tsx')),
  ofStaff('/office/orders/:id', 'Order', () => import('#web/office/orders/office-order-page.tsx'), 'office-order'),
  ofStaff('/office/days', 'Days', () => import('#web/office/days/office-days-page.tsx')),
  ofStaff('/office/days/:id', 'Day', () => import('#web/office/days/office-day-page.tsx'), 'office-day'),
  ofStaff('/office/figures', 'Figures', () => import('#web/office/figures/office-figures-page.tsx')),
  ofStaff('/office/customers', 'Customers', () => import('#web/office/customers/office-customers-page.tsx')),
  ofStaff('/office/audit', 'Audit', () => import('#web/office/audit/office-audit-page.tsx')),
  ofStaff('/office/staff', 'Staff', () => import('#web/office/people/office-staff-page.tsx')),
  ofStaff('/office/menu', 'Menu', () => import('#web/office/menu-editor/office-menu-page.tsx')),
  ofStaff('/office/settings', 'Settings', () => import('#web/office/settings/office-settings-page.tsx')),
  ofStaff(
    '/office/settings/:id',
    'Settings',
    () => import('#web/office/settings/office-settings-page.tsx'),
    'office-settings',
  ),
  ...inDevelopment(),
]

/** Pages for development only. Production builds contain none of this code (tree-shaking). */
function inDevelopment(): Page[] {
  // Tests import this file without Vite, where `env` is undefined.
  if (!import.meta.env?.DEV) return []
  return [
    {
      path: '/ui',
      name: 'ui',
      load: () => import('#web/app/gallery/ui-page.tsx'),
      queries: () => needs(queries.site(), queries.bestsellers(), queries.home()),
      frame: 'console',
      title: 'Components',
    },
  ]
}
