import { retryWebhookDelivery } from '@millwatch/contract/http/notices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/dates.ts'
import { useMay } from '../../scope/rights.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { deliveriesQuery, type WebhookDelivery, webhooksQuery } from './webhook-queries.ts'

/**
 * Table of the latest 50 messages to a webhook, newest first, with their results. People who may do so can send a message again
 * that was given up or still waits.
 */
export function WebhookDeliveries({ webhookId }: { webhookId: number }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhookId))
  if (data === undefined)
    return error === null ? (
      <Skeleton height={120} />
    ) : (
      <TryAgain onRetry={refetch}>The messages could not be read: {error.message}</TryAgain>
    )
  if (data.length === 0)
    return <p className="muted">No message was sent to it yet. It gets one when an alarm trips or a run ends.</p>
  return (
    <Table label="Latest messages" columns={['Created', 'Event', 'Message', 'Result', ' Actions']}>
      {data.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
    </Table>
  )
}

interface DeliveryRowProps {
  webhookId: number
  delivery: WebhookDelivery
}

function DeliveryRow({ webhookId, delivery }: DeliveryRowProps) {
  const zone = useZone()
  const may = useMay()
  const retry = useSubmit({
    work: () => call(retryWebhookDelivery, { params: { id: webhookId, delivery: delivery.id } }),
    done: 'It is sent again now',
    failed: 'Error sending it again',
    changes: [deliveriesQuery(webhookId).queryKey, webhooksQuery.queryKey],
  })
  const canRetry = delivery.sent_at === null && may(retryWebhookDelivery)
  return (
    <tr>
      <td data-label="Created" className="one-line">
        {dateAndTime(Date.parse(delivery.created_at), zone)}
      </td>
      <td data-label="Event">
        <code>{delivery.event}</code>
      </td>
      <td data-label="Message" className="any-break">
        <bdi>{delivery.title}</bdi>
      </td>
      <td data-label="Result">
        <Result delivery={delivery} />
      </td>
      <td>
        {canRetry && (
          <div className="row table-actions">
            <Button
              aria-label={`Try again: ${delivery.title}`}
              disabled={retry.isPending}
              onClick={() => retry.mutate()}
            >
              Try again
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}

/**
 * Result of a message: accepted, given up, or waiting for its next attempt, with the number of attempts and the reason of the
 * latest failure.
 */
function Result({ delivery }: { delivery: WebhookDelivery }) {
  const zone = useZone()
  const { sent_at, failed_at, next_attempt_at, problem, attempts } = delivery
  const at = (iso: string): string => dateAndTime(Date.parse(iso), zone)
  const tries = attempts > 1 ? `, ${attempts} attempts` : ''
  if (sent_at !== null) return <span title={at(sent_at)}>Accepted{tries}</span>
  const words =
    failed_at !== null
      ? `Given up${tries}`
      : attempts === 0 || next_attempt_at === null
        ? 'Waiting'
        : `Next attempt ${at(next_attempt_at)}${tries}`
  return (
    <span className="stack flush">
      <span className={failed_at === null ? undefined : 'alert'}>{words}</span>
      {problem !== null && <span className="note any-break">{problem}</span>}
    </span>
  )
}
