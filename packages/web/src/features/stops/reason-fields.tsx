import type { PickOption } from '../../ui/combo-box.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import type { Bind } from '../../ui/form/use-form.ts'
import { GroupField } from '../../ui/group-field.tsx'
import { PickIds } from '../../ui/pick-ids.tsx'
import type { ReasonEntry } from './reason-entry.ts'

interface ReasonFieldsProps {
  draft: ReasonEntry
  bind: Bind<ReasonEntry>
  onUnits: (ids: readonly number[]) => void
  /** Names of the existing groups, as suggestions. */
  groups: readonly string[]
  /** Units to which the reason can be limited; undefined: the company does not limit reasons. */
  units: readonly PickOption[] | undefined
}

/** Fields of a downtime reason: name, group, failure mark, and the units whose machines offer it. */
export function ReasonFields({ draft, bind, onUnits, groups, units }: ReasonFieldsProps) {
  return (
    <>
      <TextField label="Reason" maxLength={120} autoComplete="off" {...bind('name')} />
      <GroupField groups={groups} hint="Reports sum up its reasons; blank: no group" {...bind('group')} />
      <CheckField {...bind('failure')}>A stop with this reason is a failure (MTBF, MTTR)</CheckField>
      {units !== undefined && (
        <PickIds
          label="Specific To"
          hint="Only the machines of these units offer it"
          placeholder="All machines"
          gone="A unit that is gone"
          options={units}
          chosen={draft.orgUnitIds}
          onChosen={onUnits}
        />
      )}
    </>
  )
}
