import './api-keys.css'
import { revokeApiKey } from '@millwatch/contract/http/api-keys'
import { call } from '../../lib/api.ts'
import { fromIso } from '../../lib/clock.ts'
import { dateAndMinute, dateOf } from '../../lib/dates.ts'
import { useMay } from '../../scope/rights.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/contact.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { Table } from '../../ui/table.tsx'
import { type ApiKey, apiKeysQuery } from './queries.ts'

const states: Record<ApiKey['state'], string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  orphaned: 'Refused: who made it has left the company',
}

export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0)
    return <Empty title="No API keys">Create one with the form for a program that reads or writes data here.</Empty>
  return (
    <Table label="API keys" columns={['Name', 'May', 'Last use', 'Expires', 'State', ' Actions']}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </Table>
  )
}

function May({ operations }: Pick<ApiKey, 'operations'>) {
  if (operations === null) return <span className="second any-break">Read what a regular user may</span>
  const [only] = operations
  if (operations.length === 1) return <code className="mono">{only}</code>
  return (
    <details>
      <summary>{operations.length} operations</summary>
      <ul>
        {operations.map((operation) => (
          <li key={operation}>
            <code className="mono">{operation}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const zone = useZone()
  const may = useMay()
  const revoke = useConfirmed({
    title: `Revoke ${apiKey.name}?`,
    text: 'The program that uses it is refused from the next second on. This cannot be undone; you can make another key.',
    yes: `Revoke ${apiKey.name}`,
    removes: true,
    work: () => call(revokeApiKey, { params: { id: apiKey.id } }),
    done: 'API key revoked',
    failed: 'Error revoking API key',
    changes: [apiKeysQuery.queryKey],
  })
  const usedAt = fromIso(apiKey.last_used_at)
  const isActive = apiKey.state === 'active'
  return (
    <tr className={isActive ? undefined : 'table-off'}>
      <td className="any-break medium">
        <span>
          {apiKey.name}
          <span className="note block regular">
            Made {dateOf(Date.parse(apiKey.created_at), zone)}
            {apiKey.created_by !== null && ` by ${apiKey.created_by}`}
          </span>
        </span>
      </td>
      <td data-label="May">
        <May operations={apiKey.operations} />
      </td>
      <td data-label="Last use">
        <span title={usedAt === null ? undefined : dateAndMinute(usedAt, zone)}>
          <Ago at={usedAt} absent="Never" compact />
        </span>
      </td>
      <td data-label="Expires" className="second any-break one-line">
        {dateOf(Date.parse(apiKey.expires_at), zone)}
      </td>
      <td data-label="State">
        <span>
          {states[apiKey.state]}
          {apiKey.revoked_at !== null && (
            <span className="second any-break"> {dateAndMinute(Date.parse(apiKey.revoked_at), zone)}</span>
          )}
        </span>
      </td>
      <td>
        {isActive && may(revokeApiKey) && (
          <div className="wrap table-actions">
            <Button aria-label={`Revoke ${apiKey.name}`} onClick={revoke}>
              Revoke
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
