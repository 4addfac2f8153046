import type { Site } from '#contract/site.ts'
import { Row, rowActionClass } from '#web/ui/row.tsx'

export function PickUpPlace({ site }: { site: Pick<Site, 'address' | 'mapUrl'> }) {
  return (
    <Row icon="pin" title={site.address} note="You collect it here">
      <a href={site.mapUrl} target="_blank" rel="noreferrer" className={rowActionClass}>
        Map
      </a>
    </Row>
  )
}
