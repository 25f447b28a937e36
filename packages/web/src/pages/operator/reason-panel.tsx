import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { counted, duration } from '../../lib/format.ts'
import { useKeys } from '../../ui/use-keys.ts'
import type { OperatorStop } from './pending.ts'
import { reasonTone } from './reason-tones.ts'
import type { ChosenStop } from './use-chosen-stop.ts'
import type { OperatorData } from './use-operator-data.ts'
import { lengthOf, type OpenStopNow, useOpenStopNow } from './use-state-now.ts'
import { minuteHere, thresholdText } from './words.ts'

/** Number of reasons on the panel, besides `Other`. */
const OFFERED = 7
/** Number of keys that choose a reason. */
const KEYS = 8

export type Offered = OperatorData['reasons'][number]

/**
 * Returns at most `many` reasons for the panel: the likely one first, then the favourites in the order of `reasons`, or without
 * any favourite all others in that order.
 */
export function offeredReasons(
  { reasons, likely }: Pick<OperatorData, 'reasons' | 'likely'>,
  many = OFFERED,
): Offered[] {
  const favorites = reasons.filter(({ favorite }) => favorite)
  const first = reasons.filter(({ id }) => id === likely?.reasonId)
  const others = (favorites.length === 0 ? reasons : favorites).filter(({ id }) => id !== likely?.reasonId)
  return [...first, ...others].slice(0, many)
}

/**
 * Gives a reason by the keys from 1 to `many` (8 unless given): calls `give` with the reason at that place of `offeredReasons`. A
 * key without a reason does nothing.
 */
export function useReasonKeys(data: OperatorData, give: (reason: Offered) => void, many = KEYS): void {
  const keys = offeredReasons(data, many).map((reason, index) => [String(index + 1), () => give(reason)] as const)
  useKeys(Object.fromEntries(keys))
}

interface ReasonPanelProps {
  machine: Equipment
  data: OperatorData
  /** Stop that gets the reasons. */
  choice: ChosenStop
  /** True while the overlay is open; the keys of the panel then do nothing. */
  isCovered: boolean
  /** Is set to the button Other. */
  other?: React.RefObject<HTMLButtonElement | null>
  /** Called to open the overlay; undefined if no stop needs or just got a reason, or if the person may not give reasons. */
  onOther: (() => void) | undefined
}

/**
 * Returns the question about the chosen stop: in the past tense for a stop that is over, in the present tense for one that lasts,
 * and `Why did it stop?` if it is not known that it lasts. Without a stop, returns a text that none needs a reason, or only
 * `Reasons` until the stops are read.
 */
const questionOf = (chosen: OperatorStop | undefined, { isCurrent }: OpenStopNow, areStopsRead: boolean): string => {
  if (chosen === undefined) return areStopsRead ? 'No stop needs a reason' : 'Reasons'
  if (chosen.endedAt !== null) return 'Why was it down?'
  return isCurrent ? 'Why is it down?' : 'Why did it stop?'
}

/**
 * Panel with tabs of at most three stops that need or just got a reason, the most likely reasons, and a button that opens the
 * overlay with all others, with their number once they are read.
 */
export function ReasonPanel({ machine, data, choice, isCovered, other, onOther }: ReasonPanelProps) {
  const { rows, chosen, choose, canGive, give } = choice
  useReasonKeys(data, (reason) => !isCovered && give(reason), OFFERED)
  // The button Other has the key after those of the reasons before it.
  useKeys({ [String(offeredReasons(data).length + 1)]: () => !isCovered && onOther?.() })
  const now = useOpenStopNow(machine)
  return (
    <section className="operator-panel operator-reasons" aria-label="Reasons">
      <div className="operator-panel-head">
        <h2>{questionOf(chosen, now, data.areStopsRead)}</h2>
        {rows.length === 0 && data.mayGive && machine.excessive_downtime_enabled && (
          <p className="muted">
            Asked when a stop reaches {thresholdText(machine.excessive_downtime_threshold * 1000)}
          </p>
        )}
        <div className="wrap operator-tabs">
          {rows.slice(0, 3).map((stop) => (
            <StopTab
              key={stop.id}
              machine={machine}
              stop={stop}
              now={now}
              isChosen={stop === chosen}
              onChoose={() => choose(stop.id)}
            />
          ))}
        </div>
      </div>
      <div className="operator-reason-grid">
        {offeredReasons(data).map((reason) => (
          <button
            key={reason.id}
            type="button"
            className="operator-button operator-reason"
            style={{ '--tone': reasonTone(reason.id) } as React.CSSProperties}
            data-likely={reason.id === data.likely?.reasonId}
            disabled={!canGive}
            onClick={() => give(reason)}
          >
            <span className="operator-reason-name">{reason.name}</span>
            {reason.id === data.likely?.reasonId && (
              <span className="operator-reason-note">
                {data.likely.count} of the last {data.likely.among}
              </span>
            )}
          </button>
        ))}
        <button
          ref={other}
          type="button"
          className="operator-button operator-other"
          disabled={onOther === undefined}
          onClick={onOther}
        >
          <span className="operator-reason-name">Other</span>
          <span className="operator-reason-note">{data.areReasonsRead && counted(data.reasons.length, 'reason')}</span>
        </button>
      </div>
    </section>
  )
}

interface StopTabProps {
  machine: Equipment
  stop: OperatorStop
  now: OpenStopNow
  isChosen: boolean
  onChoose: () => void
}

function StopTab({ machine, stop, now, isChosen, onChoose }: StopTabProps) {
  const at = useNow()
  const started = minuteHere(stop.startedAt, at, machine.actual_timezone)
  return (
    <button type="button" className="operator-button operator-tab" aria-pressed={isChosen} onClick={onChoose}>
      <b className="one-line">{stop.endedAt === null && now.isCurrent ? 'Now' : started}</b>
      <span className="muted one-line">{duration(lengthOf(stop, now))}</span>
    </button>
  )
}
