import { HeadlineBones } from '../../features/utilization/headline.tsx'
import { Bone } from '../../ui/notice.tsx'

/** The unit page in its final size, before anything is known. */
export function UnitBones() {
  return (
    <div className="page" aria-busy="true">
      <div className="page-head">
        <Bone width={180} height={18} />
        <div className="page-title-row">
          <Bone width={240} height={26} />
        </div>
      </div>
      <HeadlineBones />
      <div className="unit-tabs">
        <div className="unit-tab">
          <Bone width={72} />
        </div>
        <div className="unit-tab">
          <Bone width={72} />
        </div>
      </div>
      {[282, 360].map((height) => (
        <div key={height} className="panel" style={{ height }} />
      ))}
    </div>
  )
}
