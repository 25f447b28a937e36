import { Skeleton } from '../../ui/notice.tsx'

/** Placeholder of the machine page, in its final size. */
export function MachineSkeleton() {
  return (
    <div className="stack page" aria-busy="true">
      <div className="stack page-head">
        <Skeleton width={220} height={18} />
        <div className="row apart page-title-row">
          <Skeleton width={200} height={26} />
          <Skeleton width={160} height={26} />
        </div>
      </div>
      {[110, 176, 272, 212].map((height) => (
        <div key={height} className="panel" style={{ height }} />
      ))}
    </div>
  )
}
