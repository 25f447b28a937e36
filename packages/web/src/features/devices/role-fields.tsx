import { type DeviceRole, roleWhenChanged } from '@millwatch/domain/devices'
import { CheckField } from '../../ui/field.tsx'

interface RoleFieldsProps {
  role: DeviceRole
  onRole: (role: DeviceRole) => void
  /** Text on the effect of making the device primary, shown while primary is on; undefined: none. */
  hint?: string | undefined
}

/**
 * Checkboxes for primary and active of a device. `onRole` gets the new role; nothing is saved. Turning primary on turns active
 * on; turning active off turns primary off.
 */
export function RoleFields({ role, onRole, hint }: RoleFieldsProps) {
  return (
    <div className="stack flush">
      <CheckField value={role.isPrimary} onValue={(isPrimary) => onRole(roleWhenChanged(role, { isPrimary }, true))}>
        Primary: decides status and cycles
      </CheckField>
      <CheckField value={role.active} onValue={(active) => onRole(roleWhenChanged(role, { active }, true))}>
        Active: its messages are accepted
      </CheckField>
      {hint !== undefined && role.isPrimary && <p className="muted">{hint}</p>}
    </div>
  )
}

/** Returns the sentence that the present primary device stays as an additional one; undefined if there is no primary device. */
export const givesWay = (hasPrimary: boolean): string | undefined =>
  hasPrimary ? 'The present primary device stays on the machine as an additional one.' : undefined
