import { listMails } from '@millwatch/contract/http/notices'
import { useQuery } from '@tanstack/react-query'
import { MailList } from '../../features/notices/mail-list.tsx'
import { mailQuery } from '../../features/notices/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

const REFRESH_MS = 10_000

/**
 * Page with the mails and text messages that the demo kept instead of sending. An installation that sends mail shows a page that
 * the address does not exist.
 */
export function MailPage() {
  return (
    <SetupPage
      title="Mail of the demo"
      needs={listMails}
      second="This is a demo: nothing leaves this server. What it would have sent to people of this company by mail or text message is kept here for its superusers to read."
    >
      <Mails />
    </SetupPage>
  )
}

function Mails() {
  const query = useQuery({ ...mailQuery, refetchInterval: REFRESH_MS })
  const [id, setId] = useInAddress('id')
  if (query.error instanceof ApiError && query.error.status === 404) return <InvalidRequest />
  return (
    <Reading query={query} subject="The mail of the demo">
      {(mails) => (
        <Panel title="Caught messages" note={`${mails.length}, the newest first`}>
          {mails.length === 0 ? (
            <Empty title="No messages">
              Nothing was sent yet. Ask for a new password at the sign-in, or finish a run that notifies a group.
            </Empty>
          ) : (
            <MailList mails={mails} opened={id ?? undefined} onOpen={setId} />
          )}
        </Panel>
      )}
    </Reading>
  )
}
