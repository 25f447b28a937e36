import type { Downtime } from '../../features/stops/downtime.ts'
import { usePaths } from '../../scope/links.ts'
import { useZoom } from '../../scope/scope.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { ReportPlace } from '../report-page.tsx'
import { thresholdWords } from './second-line.tsx'

/**
 * Content of a report without stops. It says that there are none in the period, with a button to a wider period if there is one,
 * or for a machine that does not track them why, with a link to its configuration.
 */
export function NoDowntime({ place, downtime }: { place: ReportPlace; downtime: Downtime }) {
  const zoom = useZoom(place.zone)
  const paths = usePaths()
  return (
    <section className="panel">
      {downtime.message === undefined ? (
        <Empty title="No excessive downtime in this period">
          {place.machine === undefined
            ? 'A stop is listed from the threshold of its machine on, in scheduled time. '
            : `Stops of ${thresholdWords(place.machine.excessive_downtime_threshold)} are listed. `}
          {zoom.canZoomOut && (
            <button type="button" className="link-button" onClick={zoom.zoomOut}>
              Wider period
            </button>
          )}
        </Empty>
      ) : (
        <Empty title={downtime.message}>
          <ButtonLink to={paths.configuration(place.id)}>Open the configuration</ButtonLink>
        </Empty>
      )}
    </section>
  )
}
