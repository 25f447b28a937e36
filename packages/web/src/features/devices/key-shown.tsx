import { Button } from '../../ui/button.tsx'
import type { DeviceAccess } from './lines.ts'
import { Takeaways } from './takeaways.tsx'

/**
 * Content of a dialog with the UUID and the new key of a device and commands that contain them, to be copied. Its button calls
 * `onClose`; the key cannot be shown again.
 */
export function KeyShown({ access, onClose }: { access: DeviceAccess; onClose: () => void }) {
  return (
    <div className="stack wide form">
      <p>Copy the key now: it is shown this once and never again. Anyone who has it can send data as this device.</p>
      <Takeaways access={access} />
      <div>
        <Button primary onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </div>
  )
}
