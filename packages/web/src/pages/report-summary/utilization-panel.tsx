import { dataShare } from '../../features/reports/summary-machines.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import { UtilRing } from '../../features/utilization/util-ring.tsx'
import { hours, percent } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { explainableOf, type SummaryData } from './summary-data.ts'
import { UtilBar } from './util-bar.tsx'

/**
 * Panel with the utilization of the unit as a ring, and that of the units or machines directly under it as bars.
 * Nothing without figures of the unit.
 */
export function UtilizationPanel({ shown }: { shown: SummaryData }) {
  const { units, explainable } = shown
  const paths = usePaths()
  const [whole] = units
  if (whole === undefined) return null
  const data = dataShare(whole)
  return (
    <Panel
      title="Utilization"
      note={
        <Explained explainable={explainable} className="link-button">
          how?
        </Explained>
      }
      aside={data !== null && <span className="note">{percent(data)} of scheduled time with data</span>}
    >
      <div className="stack wide summary-utilization">
        <span className="anchor summary-ring">
          <UtilRing pct={whole.utilPct} size={116} />
          <span className="cover center title strong" data-testid="utilization">
            <Explained explainable={explainable}>{percent(whole.utilPct)}</Explained>
          </span>
        </span>
        <div className="stack near">
          <span className="second">
            {whole.utilPct === null
              ? 'nothing scheduled in this period'
              : `${hours(whole.runS)} of ${hours(whole.scheduledS)} h ran`}
          </span>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
          <ul className="stack near scroll total-list" aria-label="Units and machines" tabIndex={0}>
            {childrenOf(shown).map(({ kind, place, utilPct, isExcluded }) => (
              <li key={`${kind}${place.id}`} className="stack near total-line">
                <PlaceLink
                  to={kind === 'unit' ? paths.unit(place.id) : paths.machine(place.id)}
                  className="cut value"
                  title={place.name}
                >
                  <bdi>{place.name}</bdi>
                </PlaceLink>
                <UtilBar pct={utilPct} excluded={isExcluded} />
                <span className="one-line strong right">
                  <Explained explainable={explainableOf(shown, kind, place)}>{percent(utilPct)}</Explained>
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  )
}

/**
 * Returns the direct children of the unit of the page with their utilization: its machines, then its units. Empty without a unit.
 */
function childrenOf({ units, machines }: SummaryData) {
  const id = units[0]?.id
  return [
    ...machines
      .filter((machine) => machine.parentId === id)
      .map((place) => ({ kind: 'machine' as const, place, utilPct: place.utilPct, isExcluded: place.isExcluded })),
    ...units
      .filter((unit) => unit.parentId === id)
      .map((place) => ({ kind: 'unit' as const, place, utilPct: place.utilPct, isExcluded: false })),
  ]
}
