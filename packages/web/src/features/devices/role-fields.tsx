import { type DeviceRole, roleWhenChanged } from '@millwatch/domain/devices'

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
      <label className="inline check">
        <input
          type="checkbox"
          checked={role.isPrimary}
          onChange={(event) => onRole(roleWhenChanged(role, { isPrimary: event.target.checked }, true))}
        />
        Primary: decides status and cycles
      </label>
      <label className="inline check">
        <input
          type="checkbox"
          checked={role.active}
          onChange={(event) => onRole(roleWhenChanged(role, { active: event.target.checked }, true))}
        />
        Active: its messages are accepted
      </label>
      {hint !== undefined && role.isPrimary && <p className="muted">{hint}</p>}
    </div>
  )
}

/** Returns the text that the present primary device becomes an additional one; undefined when there is no primary. */
export const givesWay = (hasPrimary: boolean): string | undefined =>
  hasPrimary ? 'The present primary device stays on the machine as an additional one.' : undefined
