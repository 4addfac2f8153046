import { useQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { Trouble } from '#web/ui/boundary.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './farm-hero.tsx'
import { FarmTabs } from './farm-tabs.tsx'
import { Features } from './features.tsx'
import { Questions } from './questions.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

export default function FarmPage() {
  const { data: farm, error: failed, refetch } = useQuery(queries.farm())
  const error = useLastingError({ data: farm, error: failed })
  if (!farm) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : null
  return (
    <>
      <ScrollToTop />
      <Hero farm={farm} />
      <Features features={farm.features} />
      <FarmTabs farm={farm} />
      <div className="page-width grid grid-cols-[minmax(0,1fr)] items-start gap-10 pb-12 lg:grid-cols-[2fr_3fr]">
        <Contact farm={farm} />
        <Questions faq={farm.faq} />
      </div>
    </>
  )
}
