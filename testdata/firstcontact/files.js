// Reads and names the files of the driver.
'use strict';
const fs = require('fs');
const path = require('path');

function slug(project) { return project.repo.replace('/', '+'); }

function readJSON(file) { try { return JSON.parse(fs.readFileSync(file, 'utf8')); } catch (error) { return undefined; } }

function text(where) {
  let entry;
  try { entry = fs.statSync(where); } catch (error) { return ''; }
  if (entry.isFile()) return /\.(js|coffee|ts|json)$/.test(where) && entry.size < 500000 ? fs.readFileSync(where, 'utf8') : '';
  return fs.readdirSync(where).filter((name) => name !== 'node_modules').map((name) => text(path.join(where, name))).join('\n');
}

module.exports = { slug, readJSON, text };
