import type { Restaurant } from './restaurant.ts'

/** The contents of a database until its owner sets the restaurant up on /setup. */
export const emptyRestaurant: Restaurant = {
  settings: {
    name: 'New restaurant',
    shortName: 'Restaurant',
    tagline: '',
    description: '',
    // RFC 2606 reserves this host, so mail cannot be delivered.
    emailHost: 'accounts.invalid',
    phone: '',
    whatsapp: '',
    address: '',
    mapUrl: '',
    openingHours: '',
    preparation: { least: 30, most: 45 },
    kitchenCapacity: 10,
    accounts: [],
    socials: [],
    setup: 'begun',
  },
  locations: [],
  home: { marquee: [], slides: [], about: { title: '', paragraphs: [] }, testimonials: [] },
  farm: undefined,
  categories: [],
}
