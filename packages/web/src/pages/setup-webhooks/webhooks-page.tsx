import { createWebhook, listWebhooks } from '@millwatch/contract/http/notices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NewWebhook } from '../../features/notices/new-webhook.tsx'
import { WebhookList } from '../../features/notices/webhook-list.tsx'
import { webhooksQuery } from '../../features/notices/webhook-queries.ts'
import { type MadeWebhook, WebhookSecret } from '../../features/notices/webhook-secret.tsx'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useMay } from '../../scope/rights.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Events that webhooks get messages about, by the type in the body. */
const events = [
  ['alarm.tripped', 'An alarm tripped'],
  ['alarm.repeat', 'Its repeat, while it stays tripped'],
  ['alarm.cleared', 'It cleared, where the alarm notifies on clear'],
  ['run.completed', 'A run reached its total'],
] as const

/** Page with the webhooks of the company, their latest messages, and a form to add one. */
export function WebhooksPage() {
  return (
    <SetupPage
      title="Webhooks"
      needs={listWebhooks}
      second="A webhook is the address of another program, such as Slack, Teams or a pager. It gets every notice of the company."
    >
      <Webhooks />
    </SetupPage>
  )
}

function Webhooks() {
  const may = useMay()
  const query = useQuery(webhooksQuery)
  const [opened, setOpened] = useInAddress('id')
  const [made, setMade] = useState<MadeWebhook>()
  return (
    <>
      <Reading query={query} subject="The webhooks">
        {(webhooks) => (
          <div className="stack setup-beside">
            <Panel title="Webhooks" note={String(webhooks.length)}>
              {webhooks.length === 0 ? (
                <Empty title="No webhooks">
                  Add one with the form, for a program that is to hear of alarms and runs.
                </Empty>
              ) : (
                <WebhookList webhooks={webhooks} opened={opened} onOpen={setOpened} />
              )}
            </Panel>
            <div className="stack">
              {may(createWebhook) && (
                <Panel title="Add a webhook">
                  <NewWebhook onMade={(name, secret) => setMade({ name, secret })} />
                </Panel>
              )}
              <Panel title="Events">
                <dl className="stack near facts">
                  {events.map(([type, words]) => (
                    <div key={type}>
                      <dt>
                        <code>{type}</code>
                      </dt>
                      <dd className="second">{words}</dd>
                    </div>
                  ))}
                </dl>
              </Panel>
            </div>
          </div>
        )}
      </Reading>
      {made !== undefined && <WebhookSecret made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
