// Runs public projects on genuine Sails and on the server of this repository,
// asks both the same questions and writes down where the answers differ.
//
//   node run.js --repos DIR --work DIR --server BINARY [--only WORD,WORD] [--asks N] [--again] [--keep] [--install] [--compare] [--report] [--small] [--measure]
//
// README.md says what is prepared, asked and compared.
'use strict';
const fs = require('fs');
const path = require('path');

const { answers } = require('./answers');
const { checkOut } = require('./checkout');
const { compare } = require('./compare');
const { slug, readJSON } = require('./files');
const { measure } = require('./measure');
const { options, work } = require('./options');
const { generations, install } = require('./packages');
const { prepare, saysHowToMigrate } = require('./prepare');
const { ask } = require('./questions');
const { report, line } = require('./report');
const { smallProjects } = require('./small');
const { startSails, startServer, doctor, lifted } = require('./servers');

main().catch((error) => { console.error(error); process.exit(1); });

async function main() {
  const projects = options.small ? smallProjects() : JSON.parse(fs.readFileSync(path.join(__dirname, 'projects.json'), 'utf8'));
  const words = (options.only || '').split(',').filter(Boolean);
  fs.mkdirSync(path.join(work, 'results'), { recursive: true });
  if (options.report) return report(projects, options.small ? 'packages' : 'results');
  for (const project of projects) {
    if (words.length && !words.some((word) => project.repo.includes(word))) continue;
    if (options.compare) { compareAgain(project); continue; }
    if (options.install) { installOnly(project); continue; }
    if (options.measure) { await measureOnly(project); continue; }
    const began = Date.now();
    let result;
    try { result = await contact(project); } catch (error) { result = { repo: project.repo, sails: project.sails, error: String(error && error.stack || error).slice(0, 2000) }; }
    result.seconds = Math.round((Date.now() - began) / 1000);
    fs.writeFileSync(path.join(work, 'results', slug(project) + '.json'), JSON.stringify(result, null, 1) + '\n');
    console.log(line(result));
  }
}

// compareAgain compares answers that were kept, after a change of what is left out of the comparison.
function compareAgain(project) {
  const kept = readJSON(answersFile(project)), file = path.join(work, 'results', slug(project) + '.json'), result = readJSON(file);
  if (!kept || !result || !result.here.lifted) return;
  const home = path.join(work, 'projects', slug(project));
  compare(project, result, kept.questions, kept.asked, kept.own, path.join(home, 'there'), path.join(home, 'here'));
  fs.writeFileSync(file, JSON.stringify(result, null, 1) + '\n');
  console.log(line(result));
}

// installOnly does what takes longest, so that the runs do not wait for npm.
function installOnly(project) {
  const home = path.join(work, 'projects', slug(project));
  try {
    checkOut(project, path.join(home, 'source'));
    console.log(project.repo, 'installed', install(project, generations[project.sails], home).join(', '));
  } catch (error) { console.log(project.repo, String(error).slice(0, 1500)); }
}

// measureOnly measures how both sides lift.
async function measureOnly(project) {
  const found = await measure(project, path.join(work, 'projects', slug(project)));
  fs.mkdirSync(path.join(work, 'measures'), { recursive: true });
  fs.writeFileSync(path.join(work, 'measures', slug(project) + '.json'), JSON.stringify(found) + '\n');
  console.log(JSON.stringify(found));
}

// contact brings one project up on both sides and compares them.
async function contact(project) {
  const generation = generations[project.sails];
  const home = path.join(work, 'projects', slug(project));
  const result = { repo: project.repo, sails: project.sails };
  checkOut(project, path.join(home, 'source'));
  result.leftOut = install(project, generation, home);
  const there = path.join(home, 'there'), here = path.join(home, 'here');
  const overrides = { hooks: { grunt: false }, hookTimeout: 120000, log: { level: 'warn' } };
  if (!saysHowToMigrate(path.join(home, 'source'))) overrides.models = { migrate: 'drop' };

  const kept = options.again && readJSON(answersFile(project));
  const { asked, questions, ended, side: thereSide } = kept || await askSails(project, generation, home, there, overrides);
  result.there = thereSide;
  result.endsSails = ended;
  prepare(project, generation, home, here, 'here');
  if (options.doctor !== 'no') result.doctor = doctor(project, here);
  (asked.answers || []).forEach((answer, i) => { questions[i].silent = answer.failed === 'no answer'; });
  const own = await lifted(project, startServer(project, here, overrides), (server) => answers(project, generation, server, questions || []));
  result.here = side(own);
  if (own.died) result.here.died = own.died;
  if (asked.lifted) {
    fs.mkdirSync(path.join(work, 'answers'), { recursive: true });
    fs.writeFileSync(answersFile(project), JSON.stringify({ questions, ended, side: thereSide, asked: { lifted: true, answers: asked.answers, died: asked.died }, own: { answers: own.answers || [] } }));
  }
  if (asked.lifted && own.lifted) compare(project, result, questions, asked, own, there, here);
  if (!options.keep) { fs.rmSync(there, { recursive: true, force: true }); fs.rmSync(here, { recursive: true, force: true }); }
  return result;
}

// askSails lifts a project on Sails. Questions that end its process are left out, and it begins anew.
async function askSails(project, generation, home, there, overrides) {
  let asked, questions;
  const ended = [];
  for (let round = 0; round < 16; round++) {
    prepare(project, generation, home, there, 'there');
    asked = await lifted(project, startSails(project, generation, there, overrides), async (server) => {
      questions = (questions || ask(project, server.facts, there)).filter((q) => !ended.includes(q.name));
      return answers(project, generation, server, questions);
    });
    if (!asked.lifted || !asked.died) break;
    ended.push(asked.died);
  }
  return { asked, questions, ended, side: side(asked) };
}

function answersFile(project) { return path.join(work, 'answers', slug(project) + '.json'); }

function side(run) {
  const out = { lifted: run.lifted, seconds: run.seconds };
  const log = run.log.replace(/\u001b\[[0-9;]*m/g, '').replace(/^@@FACTS.*$/mg, '');
  out.log = run.lifted ? log.slice(0, 1500) : log.slice(-2500);
  return out;
}
