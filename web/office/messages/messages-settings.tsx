import { useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api/query.ts'
import { pollEvery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { SmsCard } from './sms-card.tsx'
import { TodayCard } from './today-card.tsx'
import { WhatsAppCard } from './whatsapp-card.tsx'

const channelsQuery = query('GET /api/office/channels', { staleTime: 0 })
const todayQuery = query('GET /api/office/messages', { refetchInterval: pollEvery })

export function MessagesSettings() {
  const today = useQuery(todayQuery)
  const channels = useQuery(channelsQuery)
  return (
    <>
      <QueryView what="messages of today" query={today} skeletons={['h-40']}>
        {(data) => <TodayCard today={data} />}
      </QueryView>
      <QueryView what="channels" query={channels} skeletons={['h-96', 'h-96']}>
        {({ whatsapp, sms }) => (
          <>
            <WhatsAppCard settings={whatsapp} />
            <SmsCard settings={sms} />
          </>
        )}
      </QueryView>
    </>
  )
}
