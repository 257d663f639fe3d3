import { FREE_EXTRACTION_FLAG } from '../free-extraction.js'

/** Where the workflow goes, relative to the KB. */
export const WORKFLOW_PATH = '.github/workflows/pinakes.yml'

/** A GitHub workflow that keeps the index of a KB up to date with version `version` of the command line. */
export function ciWorkflow(version: string): string {
  return `name: Pinakes

# Builds the index and checks the knowledge base. It never spends money: ${FREE_EXTRACTION_FLAG}
# forces the free extractor, whatever the manifest says.

on:
  push:
    branches: [main]
  workflow_dispatch:

permissions:
  contents: read

jobs:
  sync:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 22
      - uses: actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0
        with:
          path: .pinakes
          key: pinakes-\${{ runner.os }}-\${{ hashFiles('docs/**', 'pinakes.toml') }}
          restore-keys: pinakes-\${{ runner.os }}-
      - run: npm install --global @pinakes/cli@${version}
      - run: pnk sync ${FREE_EXTRACTION_FLAG}
      - run: pnk doctor
`
}
