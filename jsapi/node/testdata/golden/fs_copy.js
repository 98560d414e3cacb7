// Folders, links and options of fs.cp, cpSync and promises.cp.
const fs=require('fs'),path=require('path');
const d=path.join(__dirname,'d');const at=n=>path.join(d,n);
fs.mkdirSync(at('a/b'),{recursive:true});fs.writeFileSync(at('a/f'),'1');fs.symlinkSync('f',at('a/l'));fs.writeFileSync(at('x'),'x');fs.symlinkSync(at('a'),at('toa'));
const t=(n,f)=>{try{console.log(n,f())}catch(e){console.log(n,JSON.stringify({name:e.name,code:e.code,m:e.message.replaceAll(d,'D'),info:e.info,errno:e.errno,syscall:e.syscall,path:e.path,dest:e.dest}).replaceAll(d,'D'), Object.keys(e).join())}};
t('same',()=>fs.cpSync(at('x'),at('x')));
t('norec',()=>fs.cpSync(at('a'),at('n')));
t('dirtofile',()=>fs.cpSync(at('a'),at('x'),{recursive:true}));
t('filetodir',()=>fs.cpSync(at('x'),at('a'),{recursive:true}));
t('sub',()=>fs.cpSync(at('a'),at('a/b/c'),{recursive:true}));
t('sub2',()=>fs.cpSync(at('a'),at('a/q'),{recursive:true}));
t('none',()=>fs.cpSync(at('none'),at('q')));
fs.writeFileSync(at('y'),'y');
t('exist',()=>fs.cpSync(at('x'),at('y'),{errorOnExist:true,force:false}));
t('forced',()=>fs.cpSync(at('x'),at('y'),{errorOnExist:true}));
t('noforce',()=>fs.cpSync(at('x'),at('y'),{force:false}));
t('incompat',()=>fs.cpSync(at('x'),at('y'),{verbatimSymlinks:true,dereference:true}));
t('mode',()=>fs.cpSync(at('x'),at('y'),{mode:-1}));
t('opts',()=>fs.cpSync(at('x'),at('y'),'hello'));
t('vs',()=>fs.cpSync(at('x'),at('y'),{verbatimSymlinks:1}));
t('rec',()=>fs.cpSync(at('x'),at('y'),{recursive:1}));
t('filt',()=>fs.cpSync(at('x'),at('y'),{filter:1}));
t('asyncfilt',()=>fs.cpSync(at('a'),at('zz'),{recursive:true,filter:async()=>true}));
t('lnk',()=>fs.cpSync(at('a'),at('c'),{recursive:true}));
t('lnk',()=>fs.readlinkSync(at('c/l')).replace(d,'D'));
t('lnk again',()=>fs.cpSync(at('a'),at('c'),{recursive:true}));
t('symlinktosrc',()=>fs.cpSync(at('a'),at('toa'),{recursive:true}));
t('vb',()=>fs.cpSync(at('a'),at('v'),{recursive:true,verbatimSymlinks:true}));
t('vb',()=>fs.readlinkSync(at('v/l')));
fs.symlinkSync(at('x'),at('lx'));fs.symlinkSync(at('y'),at('ly'));
t('l over l',()=>fs.cpSync(at('lx'),at('ly')));
t('l over l',()=>fs.readlinkSync(at('ly')).replace(d,'D'));
t('l over f',()=>fs.cpSync(at('lx'),at('y')));
t('deref',()=>fs.cpSync(at('lx'),at('new'),{dereference:true}));
t('deref',()=>fs.lstatSync(at('new')).isFile());
fs.mkdirSync(at('p/q'),{recursive:true});fs.symlinkSync(at('p/q'),at('k'));fs.mkdirSync(at('w'));fs.symlinkSync(at('p'),at('w/k'));fs.mkdirSync(at('s'));fs.symlinkSync(at('p/q'),at('s/k'));
t('dest points to src parent',()=>fs.cpSync(at('w/k'),at('k')));
t('src sub of dest',()=>fs.cpSync(at('s/k'),at('w/k')));
module.exports = (async () => { for (const [n,a,b,o] of [['same','x','x'],['norec','a','n'],['sub','a','a/b/c',{recursive:true}],['none','none','q'],['exist','x','y',{errorOnExist:true,force:false}],['f2d','x','a',{recursive:true}],['d2f','a','x',{recursive:true}],['l over f','lx','y'],['dp','w/k','k'],['sd','s/k','w/k'],['incompat','x','y',{verbatimSymlinks:true,dereference:true}],['ok','a','async',{recursive:true,filter:async p=>!p.endsWith('f')}],['opts','x','y','hello']]) { try{ console.log(n, await fs.promises.cp(at(a),at(b),o)); }catch(e){console.log(n,JSON.stringify({name:e.name,code:e.code,m:e.message.replaceAll(d,'D'),info:e.info,errno:e.errno,syscall:e.syscall,path:e.path,dest:e.dest}).replaceAll(d,'D'))} }
console.log(fs.readdirSync(at('async')));
try { fs.cp(at('x'),at('y'),{mode:-1},()=>{}) } catch(e){console.log(e.message)}
try { fs.cp(at('x'),at('y'),{}) } catch(e){console.log(e.message)}
await new Promise(res => fs.cp(at('x'),at('cb'),(e)=>{ console.log('cb',e,fs.existsSync(at('cb'))); res(); }));
fs.utimesSync(at('x'), 5, 7);
fs.chmodSync(at('x'), 0o444);
t('times', () => { fs.cpSync(at('x'), at('deep/er/x'), { preserveTimestamps: true }); const s = fs.statSync(at('deep/er/x')); return [s.mtimeMs, s.mode.toString(8)]; });
t('child', () => { fs.cpSync(at('a'), at('only'), { recursive: true, filter: (from, to) => (console.log(from.replace(d, 'D'), to.replace(d, 'D')), !from.endsWith('b')) }); return fs.readdirSync(at('only')); });
})();
