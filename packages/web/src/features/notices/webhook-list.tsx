import './webhook.css'
import { deleteWebhook, testWebhook } from '@millwatch/contract/http/notices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { fromIso } from '../../lib/clock.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/contact.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { FoldIcon } from '../../ui/icons.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { type Webhook, webhooksQuery } from './webhook-queries.ts'

interface WebhookListProps {
  webhooks: readonly Webhook[]
  /** Id of the webhook whose messages are shown, as text; null: none. */
  opened: string | null
  onOpen: (id: string | undefined) => void
}

/**
 * List of webhooks, each with its last results and buttons to test and remove it. At most one is open and shows its latest
 * messages.
 */
export function WebhookList({ webhooks, opened, onOpen }: WebhookListProps) {
  return (
    <ul className="stack flush" aria-label="Webhooks">
      {webhooks.map((webhook) => {
        const isOpen = String(webhook.id) === opened
        return (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            isOpen={isOpen}
            onToggle={() => onOpen(isOpen ? undefined : String(webhook.id))}
          />
        )
      })}
    </ul>
  )
}

interface WebhookItemProps {
  webhook: Webhook
  isOpen: boolean
  onToggle: () => void
}

function WebhookItem({ webhook, isOpen, onToggle }: WebhookItemProps) {
  const { id, name, url } = webhook
  const may = useMay()
  const [tested, setTested] = useState<string>()
  const trial = useSubmit({
    work: () => call(testWebhook, { params: { id } }),
    onDone: ({ delivered, problem }) =>
      setTested(delivered ? 'Test message accepted' : `Test message not delivered: ${problem ?? 'no answer'}`),
    failed: 'Error sending the test message',
  })
  const remove = useConfirmed({
    title: `Remove ${name}?`,
    text: 'It gets no notice any more, and those that wait for it are dropped. This cannot be undone.',
    yes: `Remove ${name}`,
    removes: true,
    work: () => call(deleteWebhook, { params: { id } }),
    done: 'Webhook removed',
    failed: 'Error removing webhook',
    changes: [webhooksQuery.queryKey],
  })
  return (
    <li className="stack near webhook">
      <div className="row-spread">
        <div className="stack flush grow">
          <button type="button" className="line strong" aria-expanded={isOpen} onClick={onToggle}>
            <FoldIcon open={isOpen} />
            <bdi className="any-break">{name}</bdi>
          </button>
          <span className="note any-break">{url}</span>
          <Results webhook={webhook} />
        </div>
        <div className="row table-actions">
          {may(testWebhook) && (
            <Button aria-label={`Send a test to ${name}`} disabled={trial.isPending} onClick={() => trial.mutate()}>
              Send a test
            </Button>
          )}
          {may(deleteWebhook) && (
            <Button aria-label={`Remove ${name}`} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="second any-break">
        {tested}
      </p>
      {isOpen && <WebhookDeliveries webhookId={id} />}
    </li>
  )
}

/**
 * Line with the times at which a webhook last accepted a message and at which one was last given up; the latter only if there was
 * one, and red if it is the more recent.
 */
function Results({ webhook: { last_sent_at, last_failed_at } }: { webhook: Webhook }) {
  const [sentAt, failedAt] = [fromIso(last_sent_at), fromIso(last_failed_at)]
  return (
    <span className="note">
      Last accepted: <Ago at={sentAt} absent="never" compact />
      {failedAt !== null && (
        <span className={sentAt === null || failedAt > sentAt ? 'alert' : undefined}>
          {' · '}given up: <Ago at={failedAt} absent="never" compact />
        </span>
      )}
    </span>
  )
}
