import '../page.css'
import type { Scope } from '@millwatch/domain/scope'
import { RUNNING } from '@millwatch/domain/status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useUnitTimelinesLive } from '../../features/status/live.ts'
import { Crumbs } from '../../features/tree/crumbs.tsx'
import { useOrgUnitLive, useReadAtTurn } from '../../features/tree/live.ts'
import { beginOrgUnit, OWN_ZONE, orgUnitKey, orgUnitQuery } from '../../features/tree/queries.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { Headline } from '../../features/utilization/headline.tsx'
import { ApiError } from '../../lib/api.ts'
import { useAgingNow } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'
import { useTitle } from '../../lib/title.ts'
import { usePageZone, useShiftsOfUnit } from '../../scope/place.ts'
import { usePeriod, useScope, useScopeKey } from '../../scope/scope.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'
import { knownAt } from './arrange.ts'
import { EquipmentTab } from './equipment-tab.tsx'
import { NowStrip } from './now-strip.tsx'
import { UnitSkeleton } from './unit-skeleton.tsx'
import { UnitTabPanel, UnitTabs } from './unit-tabs.tsx'
import { useChoices } from './use-choices.ts'
import { UtilizationTab } from './utilization-tab.tsx'

export { beginOrgUnit as beginUnit }

/**
 * Page of a unit over the period of the scope, live: its utilization, its state now, and on two tabs its utilization over time
 * and its machines.
 */
export function UnitPage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <UnitOf key={id} id={id} /> : <InvalidRequest />
}

function UnitOf({ id }: { id: number }) {
  useOrgUnitLive(id)
  useUnitTimelinesLive(id)
  const scopeKey = useScopeKey(OWN_ZONE)
  // The old data stays until the new data is loaded.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...orgUnitQuery(id, scopeKey),
    placeholderData: keepPreviousData,
  })
  useReadAtTurn(orgUnitKey(id), data?.equipment)
  // Drawn after the reaction to the click that changed it: a period that was read before is here at once.
  const read = useMemo(() => ({ unit: data, scopeKey }), [data, scopeKey])
  const shown = useDeferredValue(read)
  const { unit } = shown
  useTitle(data?.name)
  usePageZone(data?.actual_timezone, useShiftsOfUnit(data))
  // Live messages change the unit, not the period that it was read for.
  const isOld = isPlaceholderData || shown.scopeKey !== scopeKey
  if (unit !== undefined && unit.id === id) return <UnitView unit={unit} isOld={isOld} />
  if (error instanceof ApiError && error.status === 404) return <InvalidRequest />
  if (error !== null) return <ReadError subject="This unit" error={error} onRetry={() => void refetch()} />
  return <UnitSkeleton />
}

const machinesWords = (unit: OrgUnit): string => {
  const running = unit.equipment.filter((machine) => machine.current_status?.status === RUNNING).length
  return `${count(unit.equipment.length)} ${unit.equipment.length === 1 ? 'machine' : 'machines'} · ${count(running)} running`
}

/**
 * Returns a note on the number of machines whose shift in the period (with `isLast`, whose last shift) is another than that of
 * the unit; blank if there are none.
 */
function otherShiftsWords({ other_shifts: now, other_last_shifts: last, equipment }: OrgUnit, isLast: boolean): string {
  const others = isLast ? last : now
  if (others === 0) return ''
  return `, but ${count(others)} of ${count(equipment.length)} machines ${others === 1 ? 'has another shift' : 'have other shifts'}`
}

/**
 * Returns the number of machines with another zone than the unit, whose own pages use other days; 0 when a zone is chosen for all
 * pages, also while figures are shown that were read for another zone than that of the unit.
 */
const elsewhereOf = ({ equipment, readAs, actual_timezone: zone }: OrgUnit, { timezone }: Pick<Scope, 'timezone'>) =>
  timezone === null && readAs.tz === zone ? equipment.filter((machine) => machine.actual_timezone !== zone).length : 0

/** Interval at which devices are checked for silence, ms. */
const SILENCE_STEP_MS = 5000

/**
 * Returns the unit without its archived machines, and with no current status for machines that are silent. It is the same object
 * until a machine becomes silent or makes contact again.
 */
function useKnownUnit(whole: OrgUnit): OrgUnit {
  const at = useAgingNow(SILENCE_STEP_MS)
  const listed = useMemo(() => whole.equipment.filter((machine) => !machine.archived), [whole])
  const shown = useMemo(() => knownAt(listed, at), [listed, at])
  const silent = shown.filter((machine, i) => machine !== listed[i]).map(({ id }) => id)
  // The same object until a machine falls silent or makes contact again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids of silent machines stand for `shown`
  return useMemo(() => ({ ...whole, equipment: shown }), [whole, silent.join()])
}

const UnitView = memo(function UnitView({ unit: whole, isOld }: { unit: OrgUnit; isOld: boolean }) {
  const unit = useKnownUnit(whole)
  const [choices, choose] = useChoices()
  const { label, shiftNote } = usePeriod(unit.actual_timezone)
  const scope = useScope()
  const isLast = scope.period === 'last-shift'
  const { tab } = choices
  // The tab itself reacts to a click first; its panel is rendered after it.
  const panelTab = useDeferredValue(tab)
  const read = useLastRead(unit)
  const explainableUnit = useMemo(() => explainable(read), [read])
  const hasFigures = unit.equipment.length > 0 || unit.figures.scheduled_s > 0
  return (
    <div className="stack page unit-page" data-old={isOld}>
      <header className="stack page-head">
        <Crumbs ancestors={unit.ancestors} />
        <div className="row apart page-title-row">
          <h1 className="any-break page-title">
            <bdi>{unit.name}</bdi>
          </h1>
          <span className="second page-second">{machinesWords(unit)}</span>
        </div>
      </header>
      {hasFigures && (
        <Headline
          explainable={explainableUnit}
          period={shiftNote === undefined ? label : `${label}${otherShiftsWords(unit, isLast)}`}
          dayStartMin={unit.readAs.dayStartMin}
          elsewhere={elsewhereOf(unit, scope)}
          alsoCounted={unit.also_counted}
        />
      )}
      <NowStrip unitId={unit.id} machines={unit.equipment} />
      <UnitTabs tab={tab} onChoose={(next) => choose({ tab: next })} />
      <UnitTabPanel tab={panelTab}>
        {panelTab === 'equipment' && <EquipmentTab unit={unit} />}
        {panelTab === 'util' && (
          <UtilizationTab
            unit={read}
            machines={unit.equipment}
            explainable={explainableUnit}
            choices={choices}
            onChoose={choose}
          />
        )}
      </UnitTabPanel>
    </div>
  )
})

/** Returns the unit as last read. Figures change only then, so components that show them ignore live messages. */
function useLastRead(unit: OrgUnit): OrgUnit {
  const [read, setRead] = useState(unit)
  const isRead = read.as_of === unit.as_of && read.readAs === unit.readAs && read.id === unit.id
  if (!isRead) setRead(unit)
  return isRead ? read : unit
}

/**
 * Returns the unit's utilization with the data for its explanation: zone, period and instant of the figures (epoch ms), shift and
 * number of machines.
 */
const explainable = (unit: OrgUnit) => ({
  place: { kind: 'unit' as const, id: unit.id, name: unit.name, zone: unit.readAs.tz },
  from: Date.parse(unit.period.startDate),
  to: Date.parse(unit.period.endDate),
  asOf: Date.parse(unit.as_of),
  shift: unit.readAs.shift,
  figures: unit.figures,
  machines: unit.equipment.length,
})
