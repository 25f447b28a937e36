import { archiveEquipment, removeEquipment, removeOrgUnit } from '@millwatch/contract/http/tree'
import type { GuardedCall } from '@millwatch/domain/identity'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { ArchiveIcon, RemoveIcon, RestoreIcon } from '../../ui/icons.tsx'
import { useTreeChange } from './changes.ts'
import { keyOf, type NodeKey } from './rows.ts'
import type { TreeSubject } from './subject.ts'

type Unit = Extract<TreeSubject, { which: 'o' }>
type Machine = Extract<TreeSubject, { which: 'e' }>

/** Action on a node of the tree, which a person confirms first, with its texts. */
interface NodeAction<Node> {
  readonly call: GuardedCall
  readonly words: string
  readonly icon: React.ReactNode
  readonly title: string
  /** Text of the confirmation about the consequences of the action. */
  readonly text: string
  /** Text of the button that confirms; for an action that removes the node, its name follows. */
  readonly yes: string
  readonly removes?: boolean
  /** Function that does the action and returns the key of the node to open afterwards. */
  readonly work: (node: Node) => Promise<NodeKey>
  readonly done: string
  readonly failed: string
}

const removeUnit: NodeAction<Unit> = {
  call: removeOrgUnit,
  words: 'Remove Org Unit',
  icon: <RemoveIcon />,
  title: 'Remove organizational unit',
  text: 'All children/equipment of this org unit will be moved to its nearest ancestor.',
  yes: 'Remove',
  removes: true,
  // Everything in it moves to the unit above, which is the answer.
  work: async ({ id }) => keyOf('o', (await call(removeOrgUnit, { params: { id } })).orgUnit.id),
  done: 'Org unit removed',
  failed: 'Error removing org unit',
}

const removeMachine: NodeAction<Machine> = {
  call: removeEquipment,
  words: 'Remove Equipment',
  icon: <RemoveIcon />,
  title: 'Remove equipment',
  text: 'Removing this equipment will deactivate and orphan its attached device(s)!',
  yes: 'Remove',
  removes: true,
  work: async ({ id, parentId }) => {
    await call(removeEquipment, { params: { id } })
    return keyOf('o', parentId)
  },
  done: 'Equipment removed',
  failed: 'Error removing equipment',
}

const archive: NodeAction<Machine> = {
  call: archiveEquipment,
  words: 'Archive Equipment',
  icon: <ArchiveIcon />,
  title: 'Archive equipment',
  text: 'Its data is kept and its attached device(s) are deactivated. It disappears from the tree unless archived equipment is shown.',
  yes: 'Archive',
  work: async ({ id, parentId }) => {
    await call(archiveEquipment, { params: { id }, body: { archived: true } })
    return keyOf('o', parentId)
  },
  done: 'Equipment archived',
  failed: 'Error archiving equipment',
}

const restore: NodeAction<Machine> = {
  call: archiveEquipment,
  words: 'Restore Equipment',
  icon: <RestoreIcon />,
  title: 'Restore equipment',
  text: 'It counts again from now on. Its device(s) stay inactive and must be manually reactivated.',
  yes: 'Restore',
  work: async ({ id }) => {
    await call(archiveEquipment, { params: { id }, body: { archived: false } })
    return keyOf('e', id)
  },
  done: 'Equipment restored',
  failed: 'Error restoring equipment',
}

/**
 * Buttons that remove a unit other than the root, or archive, restore and remove a machine; each only for people who may do so,
 * and with a confirmation.
 */
export function NodeTools({ subject }: { subject: TreeSubject }) {
  if (subject.which === 'o') return subject.isRoot ? null : <NodeTool action={removeUnit} node={subject} />
  const archiving = subject.active ? archive : restore
  return (
    <>
      <NodeTool key={archiving.words} action={archiving} node={subject} />
      <NodeTool action={removeMachine} node={subject} />
    </>
  )
}

function NodeTool<Node extends TreeSubject>({ action, node }: { action: NodeAction<Node>; node: Node }) {
  const may = useMay()
  const { call, words, icon, work, ...texts } = action
  const ask = useConfirmed({
    ...useTreeChange(),
    ...texts,
    about: node.name,
    yes: texts.removes ? `${texts.yes} ${node.name}` : texts.yes,
    work: () => work(node),
  })
  if (!may(call)) return null
  return (
    <Tool words={words} onClick={ask}>
      {icon}
    </Tool>
  )
}

interface ToolProps {
  /** Name of the tool, also shown on hover. */
  words: string
  onClick: () => void
  pressed?: boolean
  children: React.ReactNode
}

/** Button with an icon in the toolbar of the tree; with `pressed` it is a switch. */
export const Tool = ({ words, onClick, pressed, children }: ToolProps) => (
  <button
    type="button"
    className="muted center item toggle tree-tool"
    aria-label={words}
    title={words}
    aria-pressed={pressed}
    onClick={onClick}
  >
    {children}
  </button>
)
