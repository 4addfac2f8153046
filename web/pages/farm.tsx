import { useQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { useLastingError } from '#web/api/query-client.ts'
import { Contact } from '../features/farm/contact.tsx'
import { FarmTabs } from '../features/farm/farm-tabs.tsx'
import { Features } from '../features/farm/features.tsx'
import { Hero } from '../features/farm/hero.tsx'
import { Questions } from '../features/farm/questions.tsx'
import { Trouble } from '../ui/boundary.tsx'
import { ScrollToTop } from '../ui/scroll-to-top.tsx'

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
