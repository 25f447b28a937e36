import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { intervalQuery } from '../../features/stops/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { usePaths } from '../../scope/links.ts'

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Returns the id of the interval of status that the address highlights (`?hl=17`); undefined if it has no valid id. */
export const useLinkedId = (): number | undefined => idOf(useInAddress('hl')[0])

interface LinkedStopProps {
  /** Stops of the report; undefined while it loads. */
  stops: readonly DowntimeStop[] | undefined
  /** Stops in the list. */
  shown: readonly DowntimeStop[]
  /** Called to remove the filters of the list. */
  onClear: () => void
}

/**
 * Message for a link that leads to a stop (`?hl=17`) without a row in the list: filters hide the stop, it is not in this report,
 * or there is no interval with this id (404, also for an id that never existed). Renders nothing while the list has the row,
 * before the interval was read, and after another failure.
 */
export function LinkedStop({ stops, shown, onClear }: LinkedStopProps) {
  const id = useLinkedId()
  const paths = usePaths()
  const [, setId] = useInAddress('hl')
  const isInReport = stops?.some((stop) => stop.id === id) === true
  const isMissing = id !== undefined && stops !== undefined && !isInReport
  const { data: interval, error } = useQuery({ ...intervalQuery(id ?? 0), enabled: isMissing })
  const close = (
    <button type="button" className="link-button" onClick={() => setId(undefined)}>
      Close
    </button>
  )
  if (id === undefined || stops === undefined) return null
  if (isInReport) {
    if (shown.some((stop) => stop.id === id)) return null
    return (
      <p className="box callout row muted" role="status">
        The filters hide the stop to which the link leads.
        <button type="button" className="link-button" onClick={onClear}>
          Show all
        </button>
      </p>
    )
  }
  if (interval !== undefined)
    return (
      <p className="box callout row muted" role="status">
        The stop to which the link leads is not in this report: it is outside of the period, ignored, or not excessive.
        <Link to={paths.stop(interval.equipment_id, id)}>Show it on its machine</Link>
        {close}
      </p>
    )
  if (!(error instanceof ApiError && error.status === 404)) return null
  return (
    <p className="box callout row muted" role="status">
      This stop was recalculated from other data and no longer exists as shown. Its reason and notes moved to the stop
      in its place.
      {close}
    </p>
  )
}
