// Common part of the misuse cases: one case per process, `PROGRAM CASE` or `PROGRAM --list`.
#ifndef INQUEST_TESTS_TRUTH_CASES_H
#define INQUEST_TESTS_TRUTH_CASES_H
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <cstdint>
#include <unistd.h>
#include <sys/mman.h>
#include <thread>
#include <vector>
#include <string>
#include <cassert>
static void step(const char*t,int code,const char*nm){printf("  %s -> %d %s\n",t,code,nm);fflush(stdout);}
#define R(x) do{cudaError_t e_=(x);step(#x,(int)e_,cudaGetErrorName(e_));}while(0)
#define D(x) do{CUresult e_=(x);const char*n_="?";cuGetErrorName(e_,&n_);step(#x,(int)e_,n_);}while(0)
#define NOTE(...) do{printf("  note: " __VA_ARGS__);printf("\n");fflush(stdout);}while(0)
__global__ void k_empty(){}
__global__ void k_fill(int*p,int n,int v){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n)p[i]=v;}
__global__ void k_poke(char*p){*p=1;}
__global__ void k_read(const int*p,int*o){*o=*p;}
__global__ void k_misaligned(char*p){*(int*)(p+1)=3;}
__global__ void k_assert(){assert(0);}
__global__ void k_trap(){__trap();}
__global__ void k_spin(long long cyc){long long s=clock64();while(clock64()-s<cyc);}
__global__ void k_tex(cudaTextureObject_t t,float*o){*o=tex2D<float>(t,0.5f,0.5f);}
__global__ void k_smem_oob(int*o,int i){__shared__ int s[32];s[i]=1;__syncthreads();*o=s[0];}
__device__ int d_sym[10];
__global__ void __launch_bounds__(1024) k_regs(float*p){p[threadIdx.x]*=2;}
typedef void(*fn)();
struct Case{const char*name;fn f;};
static std::vector<Case> cases;
struct Reg{Reg(const char*n,fn f){cases.push_back({n,f});}};
#define CASE(n) static void c_##n();static Reg r_##n(#n,c_##n);static void c_##n()
static int*dm(size_t b){int*p=0;cudaMalloc((void**)&p,b);return p;}
static char hbuf[1<<20];
static std::string slurp(const char*f){std::string s;FILE*h=fopen(f,"rb");if(!h)return s;char b[65536];size_t n;while((n=fread(b,1,sizeof b,h))>0)s.append(b,n);fclose(h);return s;}
static void ctx(){R(cudaFree(0));}
static void onsig(int s){printf("  SIGNAL %d %s\n",s,strsignal(s));fflush(stdout);_exit(128+s);}
int main(int c,char**v){
 if(c<2||!strcmp(v[1],"--list")){for(auto&k:cases)puts(k.name);return 0;}
 signal(SIGSEGV,onsig);signal(SIGBUS,onsig);signal(SIGABRT,onsig);
 if(getenv("NOSIG")){signal(SIGSEGV,SIG_DFL);signal(SIGBUS,SIG_DFL);signal(SIGABRT,SIG_DFL);}
 for(auto&k:cases)if(!strcmp(k.name,v[1])){printf("CASE %s\n",k.name);k.f();printf("END\n");return 0;}
 return 2;}
#endif
