import { type DeviceRole, roleWhenChanged } from '@millwatch/domain/devices'
import { CheckField } from '../../ui/field.tsx'

interface RoleFieldsProps {
  role: DeviceRole
  onRole: (role: DeviceRole) => void
  /** Explains the effect of making the device primary. */
  hint?: string | undefined
}

/**
 * Check boxes for the role of a device; `onRole` gets the new role, nothing is saved. Turning primary on turns active on;
 * turning active off turns primary off.
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

/** Returns the text that the present primary device becomes an additional one; undefined when there is no primary. */
export const givesWay = (hasPrimary: boolean): string | undefined =>
  hasPrimary ? 'The present primary device stays on the machine as an additional one.' : undefined
