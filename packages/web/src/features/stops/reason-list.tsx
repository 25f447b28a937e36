import { updateReason } from '@millwatch/contract/http/stops-reasons'
import { call } from '../../lib/api.ts'
import { fromIso } from '../../lib/clock.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import type { PickOption } from '../../ui/combo-box.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Switch } from '../../ui/switch.tsx'
import { Table } from '../../ui/table.tsx'
import type { Reason } from './downtime.ts'
import { reasonMessages } from './reason-messages.ts'

type Change = Partial<Pick<Reason, 'active' | 'favorite' | 'failure'>>

const useReasonChange = ({ id }: Reason) =>
  useSubmit({
    ...reasonMessages,
    work: (body: Change) => call(updateReason, { params: { id }, body }),
  })

interface ActiveReasonsProps {
  reasons: readonly Reason[]
  /** Units to which reasons can be limited; undefined: the company uses neither favourites nor such limits. */
  units: readonly PickOption[] | undefined
  onEdit: (reason: Reason) => void
}

/**
 * Table of active reasons with switches for failure and, if `units` is given, favourite, and buttons to edit and deactivate.
 * Switches are saved at once.
 */
export function ActiveReasons({ reasons, units, onEdit }: ActiveReasonsProps) {
  const flagged = units === undefined ? [] : ['Favorite', 'Specific To']
  return (
    <Table label="Active reasons" columns={['Name', 'Group', 'Failure', ...flagged, ' Actions']}>
      {reasons.map((reason) => (
        <ActiveReason key={reason.id} reason={reason} units={units} onEdit={onEdit} />
      ))}
    </Table>
  )
}

function ActiveReason({ reason, units, onEdit }: Omit<ActiveReasonsProps, 'reasons'> & { reason: Reason }) {
  const { name, group_name: group } = reason
  const change = useReasonChange(reason)
  return (
    <tr>
      <td className="any-break medium">
        <bdi>{name}</bdi>
      </td>
      <td data-label="Group" className={group === null ? 'muted table-none' : 'second any-break'}>
        <bdi>{group ?? '—'}</bdi>
      </td>
      <td data-label="Failure">
        <Switch
          label={`${name} is a failure`}
          checked={reason.failure}
          disabled={change.isPending}
          onChange={(failure) => change.mutate({ failure })}
        />
      </td>
      {units !== undefined && (
        <>
          <td data-label="Favorite">
            <Switch
              label={`${name} is a favorite`}
              checked={reason.favorite}
              disabled={change.isPending}
              onChange={(favorite) => change.mutate({ favorite })}
            />
          </td>
          <td data-label="Specific To" className="second any-break">
            {specificTo(reason, units)}
          </td>
        </>
      )}
      <td>
        <div className="wrap table-actions">
          <Button aria-label={`Edit ${name}`} onClick={() => onEdit(reason)}>
            Edit
          </Button>
          <Button
            aria-label={`Deactivate ${name}`}
            disabled={change.isPending}
            onClick={() => change.mutate({ active: false })}
          >
            Deactivate
          </Button>
        </div>
      </td>
    </tr>
  )
}

/**
 * Returns the names of the units to which a reason is limited, joined by commas; `All machines` if it is not limited. A missing
 * unit is named as gone.
 */
function specificTo({ org_unit_ids: ids }: Reason, units: readonly PickOption[]): string {
  if (ids.length === 0) return 'All machines'
  const names = new Map(units.map(({ value, label }) => [value, label]))
  return ids.map((id) => names.get(String(id)) ?? 'A unit that is gone').join(', ')
}

/** Table of inactive reasons with the date of the deactivation and a button to re-activate each. */
export function InactiveReasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Table label="Inactive reasons" columns={['Name', 'Group', 'Date deactivated', ' Actions']}>
      {reasons.map((reason) => (
        <InactiveReason key={reason.id} reason={reason} />
      ))}
    </Table>
  )
}

function InactiveReason({ reason }: { reason: Reason }) {
  const zone = useZone()
  const change = useReasonChange(reason)
  const at = fromIso(reason.deactivated_at)
  return (
    <tr className="table-off">
      <td className="any-break medium">
        <bdi>{reason.name}</bdi>
      </td>
      <td data-label="Group" className={reason.group_name === null ? 'muted table-none' : 'second any-break'}>
        <bdi>{reason.group_name ?? '—'}</bdi>
      </td>
      <td data-label="Date deactivated" className="second">
        {at === null ? '' : dateAndMinute(at, zone)}
      </td>
      <td>
        <div className="wrap table-actions">
          <Button
            aria-label={`Re-activate ${reason.name}`}
            disabled={change.isPending}
            onClick={() => change.mutate({ active: true })}
          >
            Re-activate
          </Button>
        </div>
      </td>
    </tr>
  )
}
