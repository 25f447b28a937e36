import { HeadlineSkeleton } from '../../features/utilization/headline.tsx'
import { Skeleton } from '../../ui/notice.tsx'

/** Placeholder of the unit page, in its final size. */
export function UnitSkeleton() {
  return (
    <div className="stack page" aria-busy="true">
      <div className="stack page-head">
        <Skeleton width={180} height={18} />
        <div className="row apart page-title-row">
          <Skeleton width={240} height={26} />
        </div>
      </div>
      <HeadlineSkeleton />
      <div className="tab-list unit-tabs">
        <div className="muted tab-button">
          <Skeleton width={72} />
        </div>
        <div className="muted tab-button">
          <Skeleton width={72} />
        </div>
      </div>
      {[282, 360].map((height) => (
        <div key={height} className="panel" style={{ height }} />
      ))}
    </div>
  )
}
