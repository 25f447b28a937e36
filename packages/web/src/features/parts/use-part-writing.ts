import type { Answer } from '@millwatch/contract/endpoint'
import { createPartHistory, deletePartHistory, updatePartHistory } from '@millwatch/contract/http/parts'
import type { readInterval } from '@millwatch/contract/http/status'
import type { QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { newKey } from '../../lib/kept-entries.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { type PartEntry, qtyOf } from './entry.ts'

/** Work on a part during a stop: part, action, quantity and author. */
export type StopPart = Answer<typeof readInterval>['stretch']['parts'][number]

/** Stop of a machine; `changes` are the keys of the queries that show its parts and are read again after a change. */
export interface StopOfParts {
  readonly id: number
  readonly machineId: number
  readonly changes: readonly QueryKey[]
}

/**
 * Returns a mutation that records the work of a new row on a stop. It fails without a part or a valid quantity. The same entry
 * sent twice in a row has the same idempotency key, so the server records it once.
 */
export function usePartAdding({ id, machineId, changes }: StopOfParts) {
  const sent = useRef({ body: '', key: '' })
  return useSubmit({
    work: async (entry: PartEntry) => {
      const qty = qtyOf(entry)
      if (entry.partId === null || qty === undefined) throw new Error('Choose a part and a quantity')
      const body = { equipId: machineId, statusLogId: id, partId: entry.partId, action: entry.action, qty }
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newKey() }
      return call(createPartHistory, { body, idempotencyKey: sent.current.key })
    },
    failed: 'Error adding critical part history',
    changes,
  })
}

/**
 * Returns a mutation that changes part, action or quantity of a row of part history; `changes` are the keys of the queries that
 * show it.
 */
export const usePartChange = (historyId: number, changes: readonly QueryKey[]) =>
  useSubmit({
    work: (attrs: { critical_part_id?: number; action_base?: StopPart['action']; qty?: number }) =>
      call(updatePartHistory, { params: { id: historyId }, body: { attrs } }),
    failed: 'Error updating critical part history',
    changes,
  })

/** Returns a mutation that deletes a row of part history; `changes` are the keys of the queries that show it. */
export const usePartRemoval = (historyId: number, changes: readonly QueryKey[]) =>
  useSubmit({
    work: () => call(deletePartHistory, { params: { id: historyId } }),
    failed: 'Error deleting critical part history',
    changes,
  })
