import { useConfirm } from '../../ui/use-confirm.tsx'
import { putAway, takeOutMachine, takeOutUnit, useTreeChange } from './changes.ts'
import { keyOf } from './rows.ts'
import type { TreeSubject } from './subject.ts'

type Unit = Extract<TreeSubject, { which: 'o' }>
type Machine = Extract<TreeSubject, { which: 'e' }>

interface Removals {
  readonly removeUnit: (unit: Unit) => void
  readonly removeMachine: (machine: Machine) => void
  readonly archive: (machine: Machine) => void
  readonly restore: (machine: Machine) => void
}

const Question = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <span className="stack any-break snug">
    <b>
      <bdi>{name}</bdi>
    </b>
    <span>{children}</span>
  </span>
)

/**
 * Returns actions that remove, archive or restore a unit or machine on the server. Each first asks for a confirmation that
 * names the consequences, and afterwards opens the page of the node (or of the unit above).
 */
export function useRemovals(): Removals {
  const ask = useConfirm()
  const unit = useTreeChange({ act: takeOutUnit, done: 'Org unit removed', failed: 'Error removing org unit' })
  const machine = useTreeChange({
    act: async ({ id, parentId }: Machine) => {
      await takeOutMachine(id)
      return keyOf('o', parentId)
    },
    done: 'Equipment removed',
    failed: 'Error removing equipment',
  })
  const archiving = useTreeChange({
    act: async ({ id, parentId }: Machine) => {
      await putAway(id, true)
      return keyOf('o', parentId)
    },
    done: 'Equipment archived',
    failed: 'Error archiving equipment',
  })
  const restoring = useTreeChange({
    act: async ({ id }: Machine) => keyOf('e', (await putAway(id, false)).id),
    done: 'Equipment restored',
    failed: 'Error restoring equipment',
  })
  return {
    removeUnit: (target) =>
      ask({
        title: 'Remove organizational unit',
        text: (
          <Question name={target.name}>
            All children/equipment of this org unit will be moved to its nearest ancestor.
          </Question>
        ),
        yes: 'Remove',
        onYes: () => unit.mutateAsync(target.id),
      }),
    removeMachine: (target) =>
      ask({
        title: 'Remove equipment',
        text: (
          <Question name={target.name}>
            Removing this equipment will deactivate and orphan its attached device(s)!
          </Question>
        ),
        yes: 'Remove',
        onYes: () => machine.mutateAsync(target),
      }),
    archive: (target) =>
      ask({
        title: 'Archive equipment',
        text: (
          <Question name={target.name}>
            Its data is kept and its attached device(s) are deactivated. It disappears from the tree unless archived
            equipment is shown.
          </Question>
        ),
        yes: 'Archive',
        onYes: () => archiving.mutateAsync(target),
      }),
    restore: (target) =>
      ask({
        title: 'Restore equipment',
        text: (
          <Question name={target.name}>
            It counts again from now on. Its device(s) stay inactive and must be manually reactivated.
          </Question>
        ),
        yes: 'Restore',
        onYes: () => restoring.mutateAsync(target),
      }),
  }
}
