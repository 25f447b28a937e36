import './charts.css'

/** Vertical line at `x` px from the left of a chart of `width` px, with a tooltip on the side with more room. */
export function Tip({ x, width, children }: { x: number; width: number; children: React.ReactNode }) {
  const side = x > width / 2 ? { right: Math.max(0, width - x - 12) } : { left: Math.max(0, x - 12) }
  return (
    <>
      <div className="placed-mark tip-line" style={{ left: x }} />
      <div className="box one-line small tip" style={side}>
        {children}
      </div>
    </>
  )
}
