import { queries } from '#web/api/queries.ts'
import style from '#web/app/styles/staff.css?url'
import { needs, type Page, siteOnly } from './pages.ts'

/** A document that began as a customer's page, or as the offline page, has the customers' style sheet only. */
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

/** '/desk/new' is the page 'desk-new'. */
const ofStaff = (path: string, title: string, load: Page['load'], name = path.slice(1).replace('/', '-')): Page => ({
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

/** The pages of staff. A part of its own, because customers load no byte of it. */
export const staffPages: readonly Page[] = [
  ofStaff('/desk', 'Desk', () => import('#web/pages/desk.tsx')),
  ofStaff('/desk/new', 'New order', () => import('#web/pages/desk-new.tsx')),
  ofStaff('/kitchen', 'Kitchen', () => import('#web/pages/kitchen.tsx')),
  ofStaff('/rider', 'Deliveries', () => import('#web/pages/rider.tsx')),
  ofStaff('/setup', 'Set-up', () => import('#web/pages/setup.tsx')),
  ofStaff('/office', 'Office', () => import('#web/pages/office.tsx')),
  ofStaff('/office/orders', 'Orders', () => import('#web/pages/books/orders.tsx'), 'books/orders'),
  ofStaff('/office/orders/:id', 'Order', () => import('#web/pages/books/order.tsx'), 'books/order'),
  ofStaff('/office/days', 'Days', () => import('#web/pages/books/days.tsx'), 'books/days'),
  ofStaff('/office/days/:id', 'Day', () => import('#web/pages/books/day.tsx'), 'books/day'),
  ofStaff('/office/figures', 'Figures', () => import('#web/pages/books/figures.tsx'), 'books/figures'),
  ofStaff('/office/customers', 'Customers', () => import('#web/pages/books/customers.tsx'), 'books/customers'),
  ofStaff('/office/staff', 'Staff', () => import('#web/pages/office-staff.tsx')),
  ofStaff('/office/menu', 'Menu', () => import('#web/pages/office-menu.tsx')),
  ofStaff('/office/settings', 'Settings', () => import('#web/pages/office-settings.tsx')),
  ...inDevelopment(),
]

/** Development only: tree-shaken from production builds. */
function inDevelopment(): Page[] {
  // Tests import this file without Vite, where `env` is undefined.
  if (!import.meta.env?.DEV) return []
  return [
    {
      path: '/ui',
      name: 'ui',
      load: () => import('#web/pages/ui.tsx'),
      queries: () => needs(queries.site(), queries.bestsellers(), queries.home()),
      frame: 'console',
      title: 'Components',
    },
  ]
}
