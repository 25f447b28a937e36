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
      <div className="tiles">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
          <div key={key} className="unit-bones-tile" />
        ))}
      </div>
    </div>
  )
}
