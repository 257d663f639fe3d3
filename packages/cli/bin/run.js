#!/usr/bin/env node
// ES5 only: an old Node must be able to parse this file in order to say which Node is needed.
// biome-ignore-all lint/style/useTemplate: an old Node cannot parse a template
// biome-ignore-all lint/correctness/noInnerDeclarations: an old Node has no let and no const
'use strict'

var engines = require('../package.json').engines.node

/** True when `version` (`v20.19.1`) is at least the floor of a range such as `>=20.19`. */
function isAtLeast(version, range) {
  var found = version.slice(1).split('.')
  var wanted = range.slice(2).split('.')
  for (var i = 0; i < wanted.length; i++) {
    var difference = parseInt(found[i], 10) - parseInt(wanted[i], 10)
    if (difference !== 0) return difference > 0
  }
  return true
}

if (isAtLeast(process.version, engines)) {
  require('./launch.js')
} else {
  var needed = engines.slice(2) + ' or newer'
  console.error('error: pnk needs Node ' + needed + '; this is Node ' + process.version)
  console.error('install a current Node from https://nodejs.org, then run the same command again')
  process.exit(1)
}
