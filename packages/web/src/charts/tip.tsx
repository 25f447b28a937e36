import './charts.css'

/** Vertical line at `x` px with a tooltip beside it, which stays inside a chart of `width` px. */
export function Tip({ x, width, children }: { x: number; width: number; children: React.ReactNode }) {
  const side = x > width / 2 ? { right: Math.max(0, width - x - 12) } : { left: Math.max(0, x - 12) }
  return (
    <>
      <div className="tip-line" style={{ left: x }} />
      <div className="box one-line small tip" style={side}>
        {children}
      </div>
    </>
  )
}
