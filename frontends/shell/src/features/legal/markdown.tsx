import type { Nodes, Parent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { createElement, Fragment, type ReactNode } from 'react'

/** The elements of headings by depth. The page has the only `h1`. */
const HEADINGS = ['h2', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
/** The addresses that a link may have. A link to another one, such as `javascript:`, becomes text. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i

/** Shows Markdown as elements: HTML in it is text, and pictures are left out. */
export function Markdown({ text }: { text: string }) {
  return renderChildren(fromMarkdown(text))
}

/** Renders the children as arguments, which need no keys: a text is rendered as a whole. */
const renderChildren = (parent: Parent): ReactNode =>
  createElement(Fragment, undefined, ...parent.children.map(renderNode))

function renderNode(node: Nodes): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6'
      return <Heading>{renderChildren(node)}</Heading>
    }
    case 'paragraph':
      return <p>{renderChildren(node)}</p>
    case 'strong':
      return <strong>{renderChildren(node)}</strong>
    case 'emphasis':
      return <em>{renderChildren(node)}</em>
    case 'list':
      return node.ordered ? <ol>{renderChildren(node)}</ol> : <ul>{renderChildren(node)}</ul>
    case 'listItem':
      return <li>{renderChildren(node)}</li>
    case 'blockquote':
      return <blockquote>{renderChildren(node)}</blockquote>
    case 'link':
      return SAFE_ADDRESS.test(node.url) ? (
        <a href={node.url} rel="noopener noreferrer">
          {renderChildren(node)}
        </a>
      ) : (
        renderChildren(node)
      )
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return <pre>{node.value}</pre>
    default:
      return null
  }
}
