import type { Restaurant } from './restaurant.ts'

/** The contents of a database before its owner has set the restaurant up on /setup. */
export const emptyRestaurant: Restaurant = {
  settings: {
    name: 'New restaurant',
    shortName: 'Restaurant',
    tagline: '',
    description: '',
    // Reserved by RFC 2606, so mail cannot be delivered.
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
