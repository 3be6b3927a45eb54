import { screen } from '@testing-library/react'

/** Waits until a post list has rendered all loaded posts. It renders the first post before the others. */
export const findPostList = (): Promise<HTMLElement> => screen.findByRole('feed', { busy: false })
