import { type DeviceRole, roleWhenChanged } from '@millwatch/domain/devices'

interface RoleFieldsProps {
  role: DeviceRole
  onRole: (role: DeviceRole) => void
  /** What being primary brings about here. */
  hint?: string | undefined
}

/** Primary and active, each as the other allows: primary forces active, inactive forces not primary. */
export function RoleFields({ role, onRole, hint }: RoleFieldsProps) {
  return (
    <div className="device-roles">
      <label className="check">
        <input
          type="checkbox"
          checked={role.isPrimary}
          onChange={(event) => onRole(roleWhenChanged(role, { isPrimary: event.target.checked }, true))}
        />
        Primary: its word counts for status and cycles
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={role.active}
          onChange={(event) => onRole(roleWhenChanged(role, { active: event.target.checked }, true))}
        />
        Active: what it sends is taken
      </label>
      {hint !== undefined && role.isPrimary && <p className="device-second">{hint}</p>}
    </div>
  )
}

/** Who gives way where another becomes the primary. */
export const givesWay = (hasPrimary: boolean): string | undefined =>
  hasPrimary ? 'The primary device of now stays on the machine as an additional one.' : undefined
