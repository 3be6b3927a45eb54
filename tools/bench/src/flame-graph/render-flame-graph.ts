import type { FlameFrame } from './flame-tree.ts'

const WIDTH = 1200
const ROW_HEIGHT = 17
const HEADER_HEIGHT = 44
const CHARACTER_WIDTH = 6.6
const MIN_LABEL_WIDTH = 24

const STYLE = `text{font:11px sans-serif;fill:#1a1a1a}.title{font-size:14px;font-weight:bold}rect{stroke:#fff;stroke-width:.5}
.meadow{fill:#9fd6a5}.package{fill:#f5c98b}.node{fill:#cdd3da}`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function shorten(text: string, width: number): string {
  const length = Math.floor((width - 4) / CHARACTER_WIDTH)
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

const countRows = ({ children }: FlameFrame): number => 1 + Math.max(0, ...children.map(countRows))

/** Renders a flame graph as SVG: callers above what they call, each as wide as its share of the time. */
export function renderFlameGraph(root: FlameFrame, title: string): string {
  const frames: string[] = []

  function render(frame: FlameFrame, x: number, row: number): void {
    const width = (frame.value / root.value) * WIDTH
    const y = HEADER_HEIGHT + row * ROW_HEIGHT
    const share = ((frame.value / root.value) * 100).toFixed(1)
    const label =
      width < MIN_LABEL_WIDTH
        ? ''
        : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escapeXml(shorten(frame.name, width))}</text>`
    const rect = `<rect class="${frame.origin}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW_HEIGHT}"/>`
    frames.push(`<g><title>${escapeXml(`${frame.name}: ${share} %`)}</title>${rect}${label}</g>`)
    let childX = x
    for (const child of frame.children) {
      render(child, childX, row + 1)
      childX += (child.value / root.value) * WIDTH
    }
  }

  render(root, 0, 0)
  const height = HEADER_HEIGHT + countRows(root) * ROW_HEIGHT + 4
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text class="title" x="2" y="16">${escapeXml(title)}</text>
<text x="2" y="34">Green: Meadow. Orange: npm packages. Grey: Node, V8 and system calls. A row is called by the one above it.</text>
${frames.join('\n')}
</svg>
`
}
