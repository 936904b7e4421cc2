/** `code`, or a link whose text is shown, as documents write them. */
const marks = /`([^`]+)`|\[([^\]]+)\]\([^)]+\)/g

/** A sentence of the gateway, with what it marks as code. */
export const Prose = ({ children }: { readonly children: string }) => {
  const pieces: React.ReactNode[] = []
  let end = 0
  for (const mark of children.matchAll(marks)) {
    pieces.push(children.slice(end, mark.index))
    pieces.push(mark[1] === undefined ? mark[2] : <code key={mark.index}>{mark[1]}</code>)
    end = mark.index + mark[0].length
  }
  return (
    <>
      {pieces}
      {children.slice(end)}
    </>
  )
}
