import { type PartAction, partActions } from '@millwatch/domain/parts'

interface PartActionFieldProps {
  /** Label of the field for screen readers. */
  label: string
  action: PartAction
  disabled: boolean
  onAction: (action: PartAction) => void
  /** Called when the field loses the focus. */
  onLeave?: (() => void) | undefined
}

/** Select field for the action on a part, such as replace. */
export const PartActionField = ({ label, action, disabled, onAction, onLeave }: PartActionFieldProps) => (
  <select
    className="well"
    aria-label={label}
    value={action}
    disabled={disabled}
    onBlur={onLeave}
    onChange={({ target }) => onAction(target.value as PartAction)}
  >
    {partActions.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </select>
)
