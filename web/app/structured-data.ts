import type { Farm } from '#contract/farm.ts'
import type { CategoryPage, MenuItem, MenuSources, WholeMenu } from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'

// Structured data (schema.org) for search engines, with the content of the pages. Only the server loads this file.

type Restaurant = {
  /** The origin of the site, such as 'https://order.example.com'. */
  readonly origin: string
  readonly site: Site
  /** The absolute address of the page's preview picture. */
  readonly card: string | undefined
}

type Thing = { readonly '@type': string; readonly [property: string]: unknown }

const currency = 'NGN'
const country = 'NG'

export function homeData({ origin, site, card }: Restaurant, menu: WholeMenu): Thing[] {
  const at = (path: string) => origin + path
  const prices = menu.items.flatMap((item) => pricesOf(item, menu.sources))
  return [
    {
      '@type': 'Restaurant',
      '@id': restaurantId(origin),
      name: site.name,
      alternateName: site.shortName,
      description: site.description,
      slogan: site.tagline,
      url: at('/'),
      logo: at('/icons/icon-512.png'),
      image: [...(card ? [card] : []), ...(site.hero ? [at(`/media/${site.hero.name}-1080.webp`)] : [])],
      telephone: site.phone,
      address: address(site.address),
      hasMap: site.mapUrl,
      ...(site.cuisines && { servesCuisine: site.cuisines }),
      ...(prices.length > 0 && {
        priceRange: `${Money.format(leastOf(prices))} to ${Money.format(mostOf(prices))}`,
      }),
      ...(site.hours && openingHours(site.hours)),
      hasMenu: site.categories.map(({ id }) => at(`/menu/${id}`)),
      acceptsReservations: false,
      paymentAccepted: 'Bank transfer',
      currenciesAccepted: currency,
      sameAs: site.socials.map(({ url }) => url),
      potentialAction: {
        '@type': 'OrderAction',
        target: { '@type': 'EntryPoint', urlTemplate: at('/menu') },
        deliveryMethod: ['http://purl.org/goodrelations/v1#DeliveryModeOwnFleet', 'https://schema.org/OnSitePickup'],
      },
    },
    {
      '@type': 'WebSite',
      '@id': at('/#site'),
      name: site.name,
      alternateName: site.shortName,
      url: at('/'),
      inLanguage: 'en-NG',
      publisher: { '@id': restaurantId(origin) },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${at('/search')}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

export function menuData({ origin, site }: Restaurant, { category, items, sources }: CategoryPage): Thing[] {
  const at = (path: string) => origin + path
  const url = at(`/menu/${category.id}`)
  return [
    {
      '@type': 'Menu',
      name: `${category.title} at ${site.name}`,
      url,
      inLanguage: 'en-NG',
      provider: { '@type': 'Restaurant', '@id': restaurantId(origin), name: site.name },
      hasMenuSection: {
        '@type': 'MenuSection',
        name: category.title,
        hasMenuItem: items.map((item) => dish(item, sources, at)),
      },
    },
    breadcrumbs([
      [site.name, at('/')],
      [category.title, url],
    ]),
  ]
}

export function farmData({ origin, site, card }: Restaurant, farm: Farm): Thing[] {
  const at = (path: string) => origin + path
  return [
    {
      '@type': 'LocalBusiness',
      '@id': at('/farm#farm'),
      name: farm.name,
      description: farm.description,
      slogan: farm.tagline,
      url: at('/farm'),
      image: [...(card ? [card] : []), ...(farm.hero ? [at(`/media/${farm.hero.name}-1080.webp`)] : [])],
      telephone: farm.phone,
      address: address(farm.address),
      hasMap: farm.mapUrl,
      currenciesAccepted: currency,
      parentOrganization: { '@type': 'Restaurant', '@id': restaurantId(origin), name: site.name },
    },
    {
      '@type': 'FAQPage',
      url: at('/farm'),
      mainEntity: farm.faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    breadcrumbs([
      [site.name, at('/')],
      [farm.name, at('/farm')],
    ]),
  ]
}

const restaurantId = (origin: string) => `${origin}/#restaurant`

function dish(item: MenuItem, sources: MenuSources, at: (path: string) => string): Thing {
  const diets = item.diet.flatMap((mark) => dietNames[mark] ?? [])
  return {
    '@type': 'MenuItem',
    name: item.name,
    description: item.description,
    ...(item.picture && { image: at(`/media/${item.picture.name}-640.webp`) }),
    offers: offer(item, sources),
    ...(diets.length > 0 && { suitableForDiet: diets }),
  }
}

/** Returns the offer of a dish: its price without extras, or a range of prices if the price depends on the size. */
function offer(item: MenuItem, sources: MenuSources): Thing {
  const prices = pricesOf(item, sources)
  const availability = `https://schema.org/${item.isAvailable ? 'InStock' : 'OutOfStock'}`
  return prices.length > 1
    ? {
        '@type': 'AggregateOffer',
        lowPrice: leastOf(prices),
        highPrice: mostOf(prices),
        offerCount: prices.length,
        priceCurrency: currency,
        availability,
      }
    : { '@type': 'Offer', price: prices[0], priceCurrency: currency, availability }
}

/** Returns the price of a dish, or one price for each size. */
function pricesOf(item: MenuItem, sources: MenuSources): Money.Naira[] {
  const size = item.groups.find(({ role }) => role === 'size')
  const sizes = size ? Menu.choices(size, sources) : []
  return sizes.length > 0 ? sizes.map(({ price }) => price) : [item.price]
}

const leastOf = (prices: readonly Money.Naira[]) => Money.naira(Math.min(...prices))
const mostOf = (prices: readonly Money.Naira[]) => Money.naira(Math.max(...prices))

const dietNames: Readonly<Record<string, string>> = {
  vegetarian: 'https://schema.org/VegetarianDiet',
  vegan: 'https://schema.org/VeganDiet',
  halal: 'https://schema.org/HalalDiet',
}

/** Splits an address such as 'Ember Street, Victoria Island, Lagos', whose last part is the town. */
function address(text: string): Thing {
  const parts = text.split(', ')
  const town = parts.length > 1 ? parts.pop() : undefined
  return {
    '@type': 'PostalAddress',
    streetAddress: parts.join(', '),
    ...(town && { addressLocality: town }),
    addressCountry: country,
  }
}

/** Returns the week's opening hours, and the dates on which the restaurant stays closed. */
function openingHours(hours: Hours.OpeningHours) {
  const open = (from: number, to: number, opens: string, closes: string): Thing => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: Lagos.days.slice(from, to + 1).map((day) => `https://schema.org/${day}`),
    opens,
    closes,
  })
  if (hours.always) return { openingHoursSpecification: open(0, 6, '00:00', '23:59') }
  const week = Hours.groups(hours.weekly).flatMap(({ from, to, spans }) =>
    // A span whose start equals its end lasts the whole day.
    spans.map((span) => open(from, to, span.from, span.until === span.from ? '23:59' : span.until)),
  )
  const closed = hours.closed.map((date) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: '00:00',
    closes: '00:00',
  }))
  return {
    openingHoursSpecification: week,
    ...(closed.length > 0 && { specialOpeningHoursSpecification: closed }),
  }
}

function breadcrumbs(steps: readonly (readonly [name: string, url: string])[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  }
}
