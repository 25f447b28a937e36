import { roomOfEquipment } from '@millwatch/contract/live'
import { readByLimit } from '@millwatch/domain/alarms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { type AlarmDraft, argsFor, isMissing } from './draft.ts'
import { limitReadingsKey, limitReadingsQuery } from './draft-queries.ts'
import { limitWords } from './limit-words.ts'
import type { AlarmTypeFacts } from './queries.ts'

/** Time from the last change of an entry to the request for new values, ms. */
const SETTLED_MS = 400
/**
 * Time from a message of the machine to the next reading of its values, ms. The constant below is the shortest interval of such
 * readings.
 */
const AFTER_MESSAGE_MS = 250
const EVERY_MS = 5000

interface LimitReadingProps {
  draft: AlarmDraft
  type: AlarmTypeFacts
  /** Unit of the analog input of the machine; empty: none. */
  analogUnit: string
  zone: string
}

/**
 * Sentence with the values that the limit of an alarm is compared with, the latest and the extreme of the past week. Shows
 * nothing for a type without such a limit, and while machine or a needed argument is missing. The values are read again after
 * messages of the machine, at most every 5 s.
 */
export function LimitReading({ draft, type, analogUnit, zone }: LimitReadingProps) {
  const args = readByLimit(type.id, argsFor(type, draft.args))
  const { machineId } = draft
  if (args === null || machineId === undefined) return null
  const isOpen = Object.keys(args).some((name) => {
    const argument = type.args_template[name]
    return argument !== undefined && isMissing(argument, draft.args[name])
  })
  if (isOpen) return null
  const terms = JSON.stringify({ alarm_type_id: type.id, equipment_id: machineId, args })
  return <OfMachine key={`${type.id} ${machineId}`} {...{ machineId, terms, draft, type, analogUnit, zone }} />
}

function OfMachine({
  machineId,
  terms,
  draft,
  type,
  analogUnit,
  zone,
}: LimitReadingProps & { machineId: number; terms: string }) {
  const client = useQueryClient()
  const settled = useSettledValue(terms, SETTLED_MS)
  const { data, error, refetch } = useQuery(limitReadingsQuery(machineId, settled))
  const key = limitReadingsKey(machineId)
  useRoom(
    roomOfEquipment(machineId),
    () => readAgainSoon(client, key, AFTER_MESSAGE_MS, EVERY_MS),
    (since) => void readMissed(client, key, since),
  )
  if (data !== undefined && settled === terms) {
    const [now, rest] = limitWords({ typeId: type.id, args: draft.args }, data, { analogUnit, zone })
    return (
      <span>
        <b>{now}</b>
        {rest}
      </span>
    )
  }
  if (error !== null && data === undefined)
    return (
      <span>
        What the limit is compared with could not be read.{' '}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          Try again
        </button>
      </span>
    )
  return <span aria-busy="true">Reading the values of the past week …</span>
}
