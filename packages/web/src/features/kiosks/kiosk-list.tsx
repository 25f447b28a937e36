import './kiosks.css'
import { createKioskCode, pairKiosk, revokeKiosk } from '@millwatch/contract/http/kiosks'
import { call } from '../../lib/api.ts'
import { fromIso } from '../../lib/clock.ts'
import { dateAndMinute, dateOf } from '../../lib/dates.ts'
import { useMay } from '../../scope/rights.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/contact.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Table } from '../../ui/table.tsx'
import type { ShownLink } from './link-dialog.tsx'
import { kindOf } from './pages.ts'
import { type Kiosk, kiosksQuery, newLink } from './queries.ts'

interface KioskListProps {
  kiosks: readonly Kiosk[]
  onLink: (link: ShownLink) => void
  /** Called by the button Enter code of a display. */
  onCode: (kiosk: Kiosk) => void
}

export function KioskList({ kiosks, onLink, onCode }: KioskListProps) {
  if (kiosks.length === 0) {
    return (
      <Empty title="No displays">
        Add the first one with the form, then open this installation on the display at /kiosk and type the code it
        shows.
      </Empty>
    )
  }
  return (
    <Table label="Displays" columns={['Name', 'Page', 'May', 'Last use', ' Actions']}>
      {kiosks.map((kiosk) => (
        <KioskRow key={kiosk.id} kiosk={kiosk} onLink={onLink} onCode={onCode} />
      ))}
    </Table>
  )
}

const rights = ({ may_give_reasons, may_count_scrap, may_set_runs }: Kiosk): string =>
  [may_give_reasons && 'give reasons', may_count_scrap && 'count scrap', may_set_runs && 'start and end runs']
    .filter(Boolean)
    .join(', ') || 'only show'

interface KioskRowProps extends Omit<KioskListProps, 'kiosks'> {
  kiosk: Kiosk
}

function KioskRow({ kiosk, onLink, onCode }: KioskRowProps) {
  const zone = useZone()
  const may = useMay()
  const linking = useSubmit({
    work: () => newLink(kiosk.id),
    failed: 'Error making another link',
    changes: [kiosksQuery.queryKey],
    onDone: ({ url, expires_at }) => onLink({ kioskId: kiosk.id, name: kiosk.name, url, expires_at }),
  })
  const revoke = useConfirmed({
    title: `Revoke ${kiosk.name}?`,
    text: 'Every browser that shows it is signed out, and its links stop working. This cannot be undone; you can add another display.',
    yes: `Revoke ${kiosk.name}`,
    removes: true,
    work: () => call(revokeKiosk, { params: { id: kiosk.id } }),
    done: 'Display revoked',
    failed: 'Error revoking display',
    changes: [kiosksQuery.queryKey],
  })
  const usedAt = fromIso(kiosk.last_used_at)
  return (
    <tr className={kiosk.revoked_at === null ? undefined : 'table-off'}>
      <td className="any-break medium">
        <span>
          {kiosk.name}
          <span className="note block regular">
            Added {dateOf(Date.parse(kiosk.created_at), zone)}
            {kiosk.created_by !== null && ` by ${kiosk.created_by}`}
          </span>
        </span>
      </td>
      <td data-label="Page">
        <span>
          {kindOf(kiosk.page).words} <span className="second any-break">of {kiosk.subject_name}</span>
        </span>
      </td>
      <td data-label="May" className="second any-break">
        {rights(kiosk)}
      </td>
      <td data-label="Last use">
        {kiosk.revoked_at === null ? (
          <span title={usedAt === null ? undefined : dateAndMinute(usedAt, zone)}>
            <Ago at={usedAt} absent="No browser shows it" compact />
          </span>
        ) : (
          <span>Revoked {dateAndMinute(Date.parse(kiosk.revoked_at), zone)}</span>
        )}
      </td>
      <td>
        {kiosk.revoked_at === null && (
          <div className="wrap table-actions">
            {may(pairKiosk) && (
              <Button aria-label={`Enter code of ${kiosk.name}`} onClick={() => onCode(kiosk)}>
                Enter code
              </Button>
            )}
            {may(createKioskCode) && (
              <Button
                aria-label={`New link for ${kiosk.name}`}
                disabled={linking.isPending}
                onClick={() => linking.mutate()}
              >
                New link
              </Button>
            )}
            {may(revokeKiosk) && (
              <Button aria-label={`Revoke ${kiosk.name}`} onClick={revoke}>
                Revoke
              </Button>
            )}
          </div>
        )}
      </td>
    </tr>
  )
}
