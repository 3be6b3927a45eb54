export { type FacetDeps, readTextFacets, toMentionedIds } from '@meadow/members'
