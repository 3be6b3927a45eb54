import type { ApiResponse } from '@meadow/web'
import { type RefObject, useEffect } from 'react'

type SearchPage = ApiResponse<'GET /search'>

/** The name of the highlight in the style sheet. */
const HIGHLIGHT_NAME = 'search'

/**
 * Marks what a search found in the texts of posts below an element, by the CSS Custom Highlight API: the cards stay as they are. A browser
 * without it shows the posts without marks.
 */
export function useHighlightedPosts(
  container: RefObject<HTMLElement | null>,
  pages: readonly SearchPage[] | undefined,
): void {
  useEffect(() => {
    const element = container.current
    const registry = globalThis.CSS?.highlights
    if (!element || !pages || !registry) return
    const words = listFoundWords(pages)
    const highlight = () => registry.set(HIGHLIGHT_NAME, new Highlight(...findRanges(element, words)))
    highlight()
    const observer = new MutationObserver(highlight) // cards far from the screen lose and regain their texts
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      registry.delete(HIGHLIGHT_NAME)
    }
  }, [container, pages])
}

/** Returns the words that a search found, as they stand in the text of each post. */
export function listFoundWords(pages: readonly SearchPage[]): Map<string, string[]> {
  const contents = new Map(pages.flatMap(({ posts }) => posts.map(({ _id, content }) => [_id, content])))
  return new Map(
    pages.flatMap(({ highlights = [] }) =>
      highlights.map(({ postId, ranges }) => {
        const characters = [...(contents.get(postId) ?? '')]
        return [postId, [...new Set(ranges.map(({ start, end }) => characters.slice(start, end).join('')))]]
      }),
    ),
  )
}

/** Finds the words in the text of each post, which is the first text of its card. */
function findRanges(element: HTMLElement, words: ReadonlyMap<string, readonly string[]>): Range[] {
  return [...element.querySelectorAll<HTMLElement>('[data-post]')].flatMap((card) => {
    const found = words.get(card.dataset['post'] ?? '') ?? []
    const text = card.querySelector('p.member-text')
    return text && found.length > 0 ? listTextNodes(text).flatMap((node) => findRangesInNode(node, found)) : []
  })
}

function listTextNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

const findRangesInNode = (node: Text, words: readonly string[]): Range[] =>
  words.flatMap((word) =>
    findWordPlaces(node.data, word).map((start) => {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, start + word.length)
      return range
    }),
  )

/** Finds a word where it is not a part of a longer one. Words of scripts without blanks stand anywhere. */
export function findWordPlaces(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0 && word; at = text.indexOf(word, at + word.length)) {
    const isPart = isSpacedLetter(text.slice(0, at)) && isSpacedLetter(word)
    const continues = SPACED_LETTER_FIRST.test(text.slice(at + word.length)) && isSpacedLetter(word)
    if (!isPart && !continues) places.push(at)
  }
  return places
}

const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const SPACED_LETTER = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`
const SPACED_LETTER_LAST = new RegExp(`${SPACED_LETTER}$`, 'v')
const SPACED_LETTER_FIRST = new RegExp(`^${SPACED_LETTER}`, 'v')
const isSpacedLetter = (text: string): boolean => SPACED_LETTER_LAST.test(text)
