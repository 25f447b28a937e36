import {
  archiveEquipment,
  createEquipment,
  createOrgUnit,
  removeEquipment,
  removeOrgUnit,
  updateEquipment,
} from '@millwatch/contract/http/tree'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { usePaths } from '../../scope/links.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { companyKey, orgUnitKey } from './queries.ts'
import { keyOf, type NodeKey } from './rows.ts'

interface Place {
  readonly name: string
  readonly parentId: number
}

export const addUnit = async ({ name, parentId }: Place): Promise<NodeKey> =>
  keyOf('o', (await call(createOrgUnit, { body: { name, parent_id: parentId } })).orgUnit.id)

export const addMachine = async ({ name, parentId }: Place): Promise<NodeKey> =>
  keyOf('e', (await call(createEquipment, { body: { name, parent_id: parentId } })).equip.id)

/** Moves a machine to another unit on the server, from now on; returns the key of its node. */
export const moveMachine = async ({ id, parentId }: { id: number; parentId: number }): Promise<NodeKey> =>
  keyOf('e', (await call(updateEquipment, { params: { id }, body: { parent_org_unit_id: parentId } })).equip.id)

/** Removes a unit on the server. Everything in it moves to the unit above; returns the key of that one. */
export const takeOutUnit = async (id: number): Promise<NodeKey> =>
  keyOf('o', (await call(removeOrgUnit, { params: { id } })).orgUnit.id)

export const takeOutMachine = (id: number) => call(removeEquipment, { params: { id } })

/** Archives a machine on the server, or restores it; returns the machine. */
export const putAway = async (id: number, archived: boolean) =>
  (await call(archiveEquipment, { params: { id }, body: { archived } })).equip

interface TreeChange<Wanted> {
  /** Resolves with the key of the node to open. */
  readonly act: (wanted: Wanted) => Promise<NodeKey>
  readonly done: string
  readonly failed: string
}

/**
 * Returns a mutation that changes the tree on the server. After success it shows a message, opens the page of the node that
 * `act` returned, and reads company and units again.
 */
export function useTreeChange<Wanted>({ act, done, failed }: TreeChange<Wanted>) {
  const navigate = useNavigate()
  const paths = usePaths()
  return useSubmit({
    work: act,
    done,
    failed,
    onDone: (key) => {
      const id = Number(key.slice(2))
      void navigate(key.startsWith('o-') ? paths.unit(id) : paths.machine(id))
    },
    changes: [companyKey, orgUnitKey(0).slice(0, 1)],
  })
}
