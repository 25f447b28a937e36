import { Bone } from '../../ui/notice.tsx'

/** The machine page in its final size, before anything is known. */
export function MachineBones() {
  return (
    <div className="page" aria-busy="true">
      <div className="page-head">
        <Bone width={220} height={18} />
        <div className="page-title-row">
          <Bone width={200} height={26} />
          <Bone width={160} height={26} />
        </div>
      </div>
      {[110, 176, 272, 212].map((height) => (
        <div key={height} className="panel" style={{ height }} />
      ))}
    </div>
  )
}
